import { FacetClient, type FacetClientOptions } from '@facet/client';
import { RunError } from '../cli-errors.js';
import type { FaceResult, FaceSource } from './face-source.js';

export interface ServerSourceOptions extends FacetClientOptions {
  /** Calls on their way at the same time. */
  readonly workers: number;
}

/** Faces from a server. */
export function openServerSource({ workers, ...options }: ServerSourceOptions): FaceSource {
  const client = new FacetClient(options);
  return {
    inFlight: workers,
    faces: async (photo, { attributes, ...wish }) => {
      const { imageSize, faces } = await client.attributes(photo, { ...wish, returnAttributes: attributes });
      return { imageSize, faces };
    },
    vectors: async (photo, { of, quality, enrolment, signal }) => {
      if (of === 'every') return vectorsOfAll(client, photo, { quality: quality === true, signal });
      const gate = enrolment === true ? ('enrolment' as const) : quality;
      const { vector, model } = await client.vector(photo, {
        signal,
        ...(gate !== undefined && { quality: gate }),
      });
      return [{ vector, model }];
    },
    match: async (first, second, wish) => {
      const { score, isMatch, details, faces } = await client.match(first, second, wish);
      return { score, isMatch, ...(details && { details }), ...(faces && { faces }) };
    },
    close: () => Promise.resolve(),
  };
}

/** Vectors and the quality check of every face come with the attributes, so the photo is sent and decoded once. */
async function vectorsOfAll(
  client: FacetClient,
  photo: Uint8Array,
  { quality, signal }: { readonly quality: boolean; readonly signal: AbortSignal },
): Promise<FaceResult[]> {
  const returnAttributes = quality ? (['vector', 'quality'] as const) : (['vector'] as const);
  const { faces, meta } = await client.attributes(photo, { signal, returnAttributes });
  return faces.map((face) => {
    const [failed] = face.quality?.failed ?? [];
    if (failed !== undefined) return { box: face.box, refused: failed.error };
    if (face.vector === undefined || meta.model === undefined)
      throw new RunError('The server gave a face without its vector; it runs an older version of Facet.');
    return { box: face.box, vector: face.vector, model: meta.model };
  });
}
