import { MAX_DISTANCE, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import type { FaceInput } from '../../images/read-images.js';
import { FaceRectangleSchema } from '../../faces/results/attributes.schema.js';
import { statedDistance } from '../../faces/results/distance.js';
import { successSchema } from '../../http/envelope.js';
import { faceDet, oneFace, singleBox } from '../../faces/face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from '../../faces/model-header.js';
import { OPERATION_ERRORS, type Operation } from '../../faces/operation.js';
import { idOf, PERSON } from './collection-ids.js';
import type { CollectionDeps } from './collection-route.js';
import { afterAnalysis, faceOf, IMAGES, rate, SEARCHED_ERRORS, VECTOR_FIELD } from './face-of-call.js';

interface VerifyQuery {
  readonly accountId: string;
  readonly collection: string;
  readonly person: string;
  readonly faces: FaceSelection;
}

const VERIFIED = 'Verified.';

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

export const verifyPerson = (
  deps: CollectionDeps,
): Operation<'img', VerifyQuery, z.infer<typeof VerifyData>, FaceInput> => ({
  path: '/collections/:collection/people/:person/verify',
  message: VERIFIED,
  images: IMAGES,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'verifyPerson',
    tag: 'Collections',
    summary: 'Verify a person',
    description: 'Compares the face of an image, or a stored vector, with the faces of one person.',
    params: PERSON,
    query: { bboxes: singleBox('img'), face_det: faceDet },
    imageFields: { img: 'The image with the face.' },
    vectorFields: VECTOR_FIELD,
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The verdict.',
        schema: successSchema(VERIFIED, VerifyData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, ...SEARCHED_ERRORS, 'unknown-person', 'unknown-face', 'no-face'],
  },
  parseQuery: (rawQuery, { accountId, params }) => ({
    accountId,
    collection: idOf(params, 'collection'),
    person: idOf(params, 'person'),
    faces: oneFace(rawQuery, 'bboxes'),
  }),
  prepare: async (query) => {
    const { accountId, collection, person } = query;
    await deps.collections.faces.prepareVerification(accountId, collection, person);
    return query;
  },
  async run(engine, { img }, { accountId, collection, person, faces }, signal) {
    const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal);
    const { distance, threshold, falseMatchRate } = await afterAnalysis(() =>
      deps.collections.faces.verify(accountId, collection, person, vector),
    );
    return {
      data: {
        verified: statedDistance(distance) < threshold,
        distance: statedDistance(distance),
        false_match_rate: rate(falseMatchRate),
        threshold: statedDistance(threshold),
        ...(rectangle !== null && { face_rectangle: rectangle }),
      },
      timings,
    };
  },
});
