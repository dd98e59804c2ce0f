import {
  FacetClient,
  QualityError,
  type Box,
  type FacetClientOptions,
  type VectorOptions,
} from '@facet/client';
import type { FaceResult, FaceSource } from './face-source.js';

export interface ServerSourceOptions extends FacetClientOptions {
  /** Calls on their way at the same time. */
  readonly workers: number;
}

/** Faces from a server. */
export function openServerSource({ workers, ...clientOptions }: ServerSourceOptions): FaceSource {
  const client = new FacetClient(clientOptions);
  return {
    inFlight: workers,
    faces: async (photo, { attributes, ...options }) => {
      const { imageSize, faces } = await client.attributes(photo, {
        ...options,
        returnAttributes: attributes,
      });
      return { imageSize, faces };
    },
    vectors: async (photo, { of, quality, enrolment, signal }) => {
      const gate = enrolment === true ? ('enrolment' as const) : quality;
      const call = { signal, ...(gate !== undefined && { quality: gate }) };
      if (of === 'first') {
        const { vector, model } = await client.vector(photo, call);
        return [{ vector, model }];
      }
      const { faces } = await client.attributes(photo, { signal });
      const results: FaceResult[] = [];
      for (const { box } of faces) results.push(await vectorOfBox(client, photo, { ...call, box }));
      return results;
    },
    match: async (first, second, options) => {
      const { score, isMatch, details, faces } = await client.match(first, second, options);
      return { score, isMatch, ...(details && { details }), ...(faces && { faces }) };
    },
    close: () => Promise.resolve(),
  };
}

async function vectorOfBox(
  client: FacetClient,
  photo: Uint8Array,
  call: { readonly box: Box; readonly quality?: VectorOptions['quality']; readonly signal: AbortSignal },
): Promise<FaceResult> {
  const { box } = call;
  try {
    const { vector, model } = await client.vector(photo, call);
    return { box, vector, model };
  } catch (error) {
    if (!(error instanceof QualityError)) throw error;
    return { box, refused: error.failed[0]?.error ?? error.message };
  }
}
