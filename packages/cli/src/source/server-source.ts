import { FacetClient, type FacetClientOptions } from '@facet/client';
import type { FaceSource, FoundFace, VectoredFace } from './face-source.js';

export interface ServerSourceOptions extends FacetClientOptions {
  /** Calls on their way at the same time. */
  readonly workers: number;
}

/** Faces from a server. */
export function openServerSource({ workers, ...options }: ServerSourceOptions): FaceSource {
  const client = new FacetClient(options);
  return {
    inFlight: workers,
    faces: async (photo, signal) => {
      const { imageSize, faces } = await client.attributes(photo, { signal });
      return { imageSize, faces: faces.map(plainFace) };
    },
    vectors: async (photo, { of, quality, signal }) => {
      const call = { signal, ...(quality !== undefined && { quality }) };
      if (of === 'first') {
        const { vector, model } = await client.vector(photo, call);
        return [{ vector, model }];
      }
      const { faces } = await client.attributes(photo, { signal });
      const vectored: VectoredFace[] = [];
      for (const { box } of faces) {
        const { vector, model } = await client.vector(photo, { ...call, box });
        vectored.push({ box, vector, model });
      }
      return vectored;
    },
    match: async (first, second, signal) => {
      const { score, isMatch } = await client.match(first, second, { signal });
      return { score, isMatch };
    },
    close: () => Promise.resolve(),
  };
}

const plainFace = ({ box, age, gender, genderConfidence, landmarks }: FoundFace): FoundFace => ({
  box,
  age,
  gender,
  genderConfidence,
  landmarks,
});
