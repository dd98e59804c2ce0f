import { matchOf } from '@facet/analysis/analysis/extract-vector.js';
import { HALF_DECODE_MS, MAX_COMPARED, MAX_FACES } from '@facet/analysis/analysis/call-limits.js';
import { newDecodeMutex } from './decoder/decode-mutex.js';
import type {
  Analysis,
  CallWork,
  FaceSelection,
  FaceVector,
  FaceVectors,
  FrameFaceDetails,
  FrameTiming,
  Match,
  MeasuredFrame,
  StageTimings,
} from '@facet/analysis/analysis.types.js';
import type {
  AnalyseOptions,
  CallOptions,
  DecodedPhoto,
  Engine,
  EngineLoad,
  FrameFaceOptions,
  FrameOptions,
  ImageInput,
  MatchOptions,
  RedactedPhoto,
  RedactOptions,
  VectorOptions,
  VectorsOptions,
} from './engine.types.js';
import { EngineError, ofImage } from '@facet/analysis/errors.js';
import { DEFAULT_DECODE_LIMITS, type DecodeLimits } from './image/decode-limits.js';
import { bufferOf } from '@facet/analysis/image/pixels.js';
import { ensureModels, type ModelsOptions } from './models/built-models.js';
import { defaultWorkers } from './runtime/default-workers.js';
import { requireNoTelemetry } from './runtime/telemetry.js';
import { WorkerPool } from './runtime/worker-pool.js';
import type { EngineTask, EngineTaskResult, WorkerSetup } from './worker.js';

export interface EngineOptions extends ModelsOptions {
  /** Worker threads; default: one for each core (divided by `threads`), within the limits of a container. */
  readonly workers?: number;
  /** Threads that the models of each worker use; more than one may shorten a call if there are idle cores. */
  readonly threads?: number;
  /** How many calls may wait for a worker. */
  readonly maxWaiting?: number;
  readonly limits?: Partial<DecodeLimits>;
}

const DEFAULT_MAX_WAITING = 256;
const DETECT: FaceSelection = { kind: 'detect' };
/** The built file, also for tests that run the TypeScript source. */
const WORKER_FILE = new URL('../dist/worker.js', import.meta.url);

/** Fetches and builds missing models, loads them into worker threads, and resolves when all of them are ready. */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  requireNoTelemetry();
  const limits = { ...DEFAULT_DECODE_LIMITS, ...options.limits };
  const setup: WorkerSetup = {
    files: await ensureModels(options),
    threads: options.threads ?? 1,
    limits,
  };
  const pool = new WorkerPool<EngineTask, EngineTaskResult>({
    workerFile: WORKER_FILE,
    workerData: setup,
    workers: options.workers ?? (await defaultWorkers(options)),
    maxWaiting: options.maxWaiting ?? DEFAULT_MAX_WAITING,
  });
  try {
    await pool.ready();
  } catch (error) {
    // A process that ends while one of its threads still loads a model is aborted by the runtime.
    await pool.close();
    throw error;
  }
  return new PooledEngine(pool);
}

class PooledEngine implements Engine {
  readonly #pool: WorkerPool<EngineTask, EngineTaskResult>;

  constructor(pool: WorkerPool<EngineTask, EngineTaskResult>) {
    this.#pool = pool;
  }

  async analyse(image: ImageInput, options: AnalyseOptions = {}): Promise<Analysis> {
    const work = options.extras?.includes('vector') === true ? halfWork(options) : options.work;
    return (await this.#run('analyse', image, { ...options, ...(work && { work }) })) as Analysis;
  }

  async decode(image: Uint8Array, options: CallOptions = {}): Promise<DecodedPhoto> {
    return (await this.#run('decode', image, options)) as DecodedPhoto;
  }

  async vector(image: ImageInput, options: VectorOptions = {}): Promise<FaceVector> {
    return (await this.#run('vector', image, options)) as FaceVector;
  }

  async vectors(
    image: ImageInput,
    { maxFaces = MAX_COMPARED, ...options }: VectorsOptions = {},
  ): Promise<FaceVectors> {
    const faces = { kind: 'detect', maxFaces: Math.min(maxFaces, MAX_FACES) } as const;
    return (await this.#run('vectors', image, { ...options, work: halfWork(options), faces })) as FaceVectors;
  }

  async redact(image: Uint8Array, { style, shape, ...options }: RedactOptions = {}): Promise<RedactedPhoto> {
    const redact = { style: style ?? 'pixelate', shape: shape ?? 'rectangle' } as const;
    // The file is decoded once more to be redacted.
    return (await this.#run('redact', image, {
      ...options,
      work: halfWork(options),
      redact,
    })) as RedactedPhoto;
  }

  async match(first: Uint8Array, second: Uint8Array, options: MatchOptions = {}): Promise<Match> {
    const { firstFaces = DETECT, secondFaces = DETECT, maxPixels } = options;
    const shared = { work: pairWork(), ...(maxPixels !== undefined && { maxPixels }) };
    const [one, other] = await bothImages(
      (signal) => this.decode(first, { faces: firstFaces, signal, ...shared }),
      (signal) => this.decode(second, { faces: secondFaces, signal, ...shared }),
      options.signal,
    );
    const [a, b] = await bothImages(
      (signal) => this.vector(one, { faces: firstFaces, signal, ...shared }),
      (signal) => this.vector(other, { faces: secondFaces, signal, ...shared }),
      options.signal,
    );
    return matchOf(a, b);
  }

  async measureFrame(image: Uint8Array, { near, ...options }: FrameOptions = {}): Promise<MeasuredFrame> {
    const frame = near === undefined ? {} : { near };
    return (await this.#run('measure-frame', image, { ...options, frame })) as MeasuredFrame;
  }

  async describeFrameFace(
    image: Uint8Array,
    { face, withVector, withSpoofScore, ...options }: FrameFaceOptions,
  ): Promise<FrameFaceDetails & FrameTiming> {
    const frame = { face: { box: face.box, fivePoints: face.fivePoints }, withVector, withSpoofScore };
    return this.#run('describe-frame-face', image, { ...options, frame });
  }

  load(): EngineLoad {
    return this.#pool.load();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run(
    operation: EngineTask['operation'],
    image: ImageInput,
    {
      faces = DETECT,
      extras = [],
      maxVectors,
      signal,
      maxPixels,
      work,
      frame,
      redact,
    }: CallOptions & Partial<Pick<EngineTask, 'extras' | 'maxVectors' | 'frame' | 'redact'>>,
  ): Promise<EngineTaskResult> {
    // A copy can be transferred to the worker; the caller keeps its buffer.
    const source = image instanceof Uint8Array ? new Uint8Array(image) : image.photo;
    const before: StageTimings = image instanceof Uint8Array ? {} : image.timings;
    const start = performance.now();
    const result = await this.#pool.run(
      { operation, image: source, faces, extras, maxVectors, maxPixels, work, frame, redact },
      { signal, transfer: [source instanceof Uint8Array ? source.buffer : bufferOf(source)] },
    );
    const working = Object.values(result.timings).reduce((sum, ms) => sum + ms, 0);
    const queue = (before.queue ?? 0) + Math.max(0, performance.now() - start - working);
    return { ...result, timings: { ...before, ...result.timings, queue } };
  }
}

/**
 * Runs two calls side by side, one for each image. If one fails, the other is cancelled; once both have stopped, the first
 * failure is thrown, and its details say in `image` which image it is about (1 or 2).
 */
export async function bothImages<First, Second>(
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
  cancel?: AbortSignal,
): Promise<[First, Second]> {
  const stop = new AbortController();
  const signal = cancel === undefined ? stop.signal : AbortSignal.any([cancel, stop.signal]);
  const failures: Error[] = [];
  const side = async <Result>(
    image: 1 | 2,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> => {
    try {
      return { result: await work(signal) };
    } catch (error) {
      stop.abort();
      failures.push(ofImage(image, error));
      return null;
    }
  };
  const [a, b] = await Promise.all([side(1, first), side(2, second)]);
  if (a === null || b === null) throw failures[0] ?? new EngineError('aborted');
  return [a.result, b.result];
}

/** For both images of one call: what each may cost to decode, and large files decoded one after the other. */
export const pairWork = (decodeMs = HALF_DECODE_MS): CallWork => ({
  decodeMs,
  decodeMutex: newDecodeMutex(),
});

const halfWork = ({ work }: CallOptions): CallWork => ({ decodeMs: HALF_DECODE_MS, ...work });
