import type { FacetClient } from '@facet/client';
import { everyVector } from './every-vector.js';
import type { FaceSource } from './face-source.js';

/** Faces from a server, with this many calls on their way at the same time. */
export function openServerSource(client: FacetClient, workers: number): FaceSource {
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
      if (of === 'every') {
        return everyVector(quality === true, async (returnAttributes, boxes) => {
          const { faces, meta } = await client.attributes(photo, { returnAttributes, boxes, signal });
          return { faces, model: meta.model };
        });
      }
      const gate = enrolment === true ? ('enrolment' as const) : quality;
      const { vector, model } = await client.vector(photo, {
        signal,
        ...(gate !== undefined && { quality: gate }),
      });
      return [{ vector, model }];
    },
    redact: async (photo, options) => {
      const { image, type, faces } = await client.redact(photo, options);
      return {
        image: new Uint8Array(await image.arrayBuffer()),
        format: type === 'image/png' ? 'png' : 'jpeg',
        faces,
      };
    },
    match: async (first, second, options) => {
      const { score, isMatch, details, faces } = await client.match(first, second, options);
      return { score, isMatch, ...(details && { details }), ...(faces && { faces }) };
    },
    close: () => Promise.resolve(),
  };
}
