import { distance } from '@facet/engine';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import type { FaceInput } from '../../input/read-images.js';
import { score, verdict } from '../../results/distance.js';
import { successSchema } from '../envelope.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from './model-header.js';
import { OPERATION_ERRORS, type Operation } from './operation.js';
import {
  facesOfPair,
  PAIR_FIELDS,
  PAIR_IMAGES,
  PAIR_QUERY,
  parsePairQuery,
  timingsOf,
  type PairField,
  type PairQuery,
} from './pair.js';

const MESSAGE = 'Fetched confidence value.';

const IMAGES = [
  { ...PAIR_IMAGES[0], vector: 'vec_1' },
  { ...PAIR_IMAGES[1], vector: 'vec_2' },
] as const;

const MatchData = z.object({
  score: z
    .string()
    .regex(/^0\.\d{4,}$/)
    .describe('Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person.'),
  status: z.enum(['match', 'not a match']),
});

export const matchFaces: Operation<PairField, PairQuery, z.infer<typeof MatchData>, FaceInput> = {
  path: '/match_faces',
  message: MESSAGE,
  images: IMAGES,
  sameWay: true,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'matchFaces',
    tag: 'Faces',
    summary: 'Face Match',
    description:
      'Compares the most prominent face of two images (or the faces that boxes name) and gives their distance with a verdict. Both images must arrive the same way: two files, or two strings. A stored vector may take the place of either image, or of both.',
    query: PAIR_QUERY,
    imageFields: PAIR_FIELDS,
    vectorFields: {
      vec_1: 'A stored vector of Face Vector, in place of img_1.',
      vec_2: 'A stored vector of Face Vector, in place of img_2.',
    },
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The distance and the verdict.',
        schema: successSchema(MESSAGE, MatchData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, 'mixed-inputs', 'other-model', 'no-face'],
  },
  parseQuery: parsePairQuery,
  async run(engine, images, query, signal) {
    requireNoBoxOfVector(images, query);
    const [first, second] = await facesOfPair(engine, images, query, signal);
    const apart = distance(first.vector, second.vector);
    return { data: { score: score(apart), status: verdict(apart) }, timings: timingsOf([first, second]) };
  },
};

/** A box names a face in an image; with a stored vector there is none. */
function requireNoBoxOfVector(
  inputs: Readonly<Record<PairField, FaceInput>>,
  { firstFaces, secondFaces }: PairQuery,
): void {
  for (const [n, faces] of [firstFaces, secondFaces].entries()) {
    const { field, boxes, vector } = IMAGES[n === 0 ? 0 : 1];
    if (faces.kind === 'boxes' && inputs[field] instanceof Float32Array)
      throw new ServiceError('bad-parameter', `${boxes} names a face in ${field}, but ${vector} was sent.`, {
        parameter: boxes,
      });
  }
}
