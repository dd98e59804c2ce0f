import type { Analysis, FaceSelection, FaceVector, Match } from '@facet/analysis/analysis.types.js';
import { EngineError } from '@facet/analysis/errors.js';
import { areKernelsSupported } from '@facet/analysis/image/is-supported.js';
import type {
  AnalyseOptions,
  CallOptions,
  Facet,
  FacetOptions,
  MatchOptions,
  RedactedImage,
  RedactOptions,
  TrackedFaces,
  Tracking,
  TrackOptions,
  VectorOptions,
} from './facet.types.js';
import { closeImages, type SentImage } from './messages.js';
import { trackVideo } from './track-video.js';
import { WorkerClient } from './worker-client.js';

const DETECT: FaceSelection = { kind: 'detect' };

/**
 * Starts the worker that analyses images. Models are loaded when a call first needs them. What it starts lives until
 * `close`.
 */
export function openFacet({ models, signal, onProgress, threads }: FacetOptions): Promise<Facet> {
  if (signal?.aborted === true) return Promise.reject(new EngineError('aborted'));
  if (!areKernelsSupported()) return Promise.reject(new EngineError('browser-unsupported'));
  // As one expression: that is how bundlers find the file.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'facet' });
  const base = new URL(models, globalThis.location.href).href;
  const settings = { models: base.endsWith('/') ? base : `${base}/`, threads: threads ?? null };
  const client = new WorkerClient(worker, settings, onProgress);
  signal?.addEventListener('abort', () => {
    client.end(new EngineError('aborted'));
  });
  return Promise.resolve(new BrowserFacet(client));
}

class BrowserFacet implements Facet {
  constructor(private readonly client: WorkerClient) {}

  async analyse(
    image: ImageBitmapSource,
    { extras = [], ...options }: AnalyseOptions = {},
  ): Promise<Analysis> {
    return (await this.#one('analyse', image, extras, options)) as Analysis;
  }

  async vector(
    image: ImageBitmapSource,
    { extras = [], ...options }: VectorOptions = {},
  ): Promise<FaceVector> {
    return (await this.#one('vector', image, extras, options)) as FaceVector;
  }

  async match(
    first: ImageBitmapSource,
    second: ImageBitmapSource,
    { firstFaces = DETECT, secondFaces = DETECT, signal }: MatchOptions = {},
  ): Promise<Match> {
    const one = await sentImage(first);
    const other = await sentImage(second).catch((error: unknown) => {
      closeImages([one]);
      throw error;
    });
    const call = { operation: 'match', images: [one, other], faces: [firstFaces, secondFaces] } as const;
    return (await this.client.call(call, signal)) as Match;
  }

  async redact(
    source: ImageBitmapSource,
    { style = 'pixelate', shape = 'rectangle', faces = DETECT, signal }: RedactOptions = {},
  ): Promise<RedactedImage> {
    const image = await sentImage(source);
    const call = { operation: 'redact', image, faces, style, shape } as const;
    return (await this.client.call(call, signal)) as RedactedImage;
  }

  track(
    video: HTMLVideoElement,
    onResult: (faces: TrackedFaces) => void,
    options: TrackOptions = {},
  ): Tracking {
    return trackVideo(this.client, video, onResult, options);
  }

  close(): void {
    this.client.end(new EngineError('engine-closed'));
  }

  async #one(
    operation: 'analyse' | 'vector',
    source: ImageBitmapSource,
    extras: readonly string[],
    { faces = DETECT, signal }: CallOptions,
  ): Promise<unknown> {
    const image = await sentImage(source);
    return this.client.call({ operation, image, faces, extras }, signal);
  }
}

/** A file is decoded in the worker; of anything else, the pixels are copied here, since it may change or belong to the page. */
async function sentImage(source: ImageBitmapSource): Promise<SentImage> {
  if (source instanceof Blob) return source;
  try {
    return await createImageBitmap(source);
  } catch (cause) {
    throw new EngineError(
      'image-unreadable',
      {},
      { message: 'The image cannot be read yet, or never.', cause },
    );
  }
}
