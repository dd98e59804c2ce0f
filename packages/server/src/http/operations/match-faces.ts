import { z } from 'zod';
import { score, verdict } from '../../results/distance.js';
import { successSchema } from '../envelope.js';
import { MATCH_EXAMPLES } from '../openapi/recorded-answers.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
import { OPERATION_ERRORS, type Operation } from './operation.js';
import {
  matchPair,
  PAIR_FIELDS,
  PAIR_IMAGES,
  PAIR_QUERY,
  parsePairQuery,
  type PairField,
  type PairQuery,
} from './pair.js';

const MESSAGE = 'Fetched confidence value.';

const MatchData = z.object({
  score: z
    .string()
    .regex(/^0\.\d{4,}$/)
    .describe('Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person.'),
  status: z.enum(['match', 'not a match']),
});

export const matchFaces: Operation<PairField, PairQuery, z.infer<typeof MatchData>> = {
  path: '/match_faces',
  message: MESSAGE,
  images: PAIR_IMAGES,
  sameWay: true,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'matchFaces',
    tag: 'Faces',
    summary: 'Face Match',
    description:
      'Compares the most prominent face of two images (or the faces that boxes name) and gives their distance with a verdict. Both images must arrive the same way: two files, or two strings.',
    query: PAIR_QUERY,
    imageFields: PAIR_FIELDS,
    responses: {
      200: {
        description: 'The distance and the verdict.',
        schema: successSchema(MESSAGE, MatchData),
        examples: MATCH_EXAMPLES,
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [...OPERATION_ERRORS, 'mixed-inputs', 'no-face'],
  },
  parseQuery: parsePairQuery,
  async run(engine, images, query, signal) {
    const { distance, first, second } = await matchPair(engine, images, query, signal);
    return {
      data: { score: score(distance), status: verdict(distance) },
      timings: [first.timings, second.timings],
    };
  },
};
