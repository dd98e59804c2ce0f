import { MAX_DISTANCE } from '@facet/engine';
import { z } from 'zod';
import {
  analysisRoute,
  faceDet,
  FaceRectangleSchema,
  MODEL_HEADER_DOCUMENT,
  MODEL_HEADERS,
  MODEL_REQUEST_HEADER,
  oneFace,
  singleBox,
  statedDistance,
} from '../../faces/index.js';
import { envelope } from '../../http/response-kinds.js';
import type { Route } from '../../http/route.js';
import { faceOf, IMAGES, rate, SEARCHED_ERRORS } from './face-of-call.js';
import { PERSON, ownerOf, type PeopleDeps } from './people-deps.js';

const VerifyData = z.object({
  verified: z.boolean().describe('Whether the face is that of the person: nearer than the threshold.'),
  distance: z
    .number()
    .min(0)
    .max(MAX_DISTANCE)
    .describe('To the nearest of the person’s faces.')
    .meta({ examples: [0.31] }),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe('How often somebody else would be at least as near to any of the person’s faces.')
    .meta({ examples: [1e-9] }),
  threshold: z.number().meta({ examples: [0.5] }),
  face_rectangle: FaceRectangleSchema.optional().describe('Left out for a stored vector.'),
});

export const verifyPerson = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: '/collections/:collection/people/:person/verify',
    scope: 'search',
    headers: MODEL_HEADERS,
    document: {
      operationId: 'verifyPerson',
      tag: 'Collections',
      summary: 'Verify a person',
      description: 'Compares the face of an image, or a stored vector, with the faces of one person.',
      requestHeaders: MODEL_REQUEST_HEADER,
    },
    params: PERSON,
    query: { bboxes: singleBox('img'), face_det: faceDet },
    images: IMAGES,
    response: envelope('Verified.', VerifyData, {
      description: 'The verdict.',
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: [...SEARCHED_ERRORS, 'unknown-person', 'unknown-face', 'no-face'],
    prepare: ({ request, params: { collection, person } }) =>
      deps.collections.faces.prepareVerification(ownerOf(deps, request).accountId, collection, person),
    run: async ({ img }, { engine, request, params: { collection, person }, query, signal }) => {
      const faces = oneFace(query.bboxes, query.face_det);
      const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal);
      const data = async (): Promise<z.infer<typeof VerifyData>> => {
        const { accountId } = ownerOf(deps, request);
        const verified = await deps.collections.faces.verify(accountId, collection, person, vector);
        const { distance, threshold, falsePositiveRate } = verified;
        return {
          verified: statedDistance(distance) < threshold,
          distance: statedDistance(distance),
          false_match_rate: rate(falsePositiveRate),
          threshold: statedDistance(threshold),
          ...(rectangle !== null && { face_rectangle: rectangle }),
        };
      };
      return { data, timings };
    },
  });
