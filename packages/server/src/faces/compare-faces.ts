import { distance } from '@facet/engine';
import { z } from 'zod';
import { confidence } from './results/distance.js';
import { successSchema } from '../http/envelope.js';
import { COMPARE_EXAMPLES } from '../http/openapi/recorded-responses.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
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

const CompareData = z.object({
  confidence: z
    .string()
    .regex(/^[01]\.\d{4,}$/)
    .describe('How sure it is that both show the same person, 0 to 1. Above 0.6 they match.'),
});

/** The date of deprecation in seconds since 1970 (RFC 9745): the first day of the service. */
const DEPRECATED_SINCE = '@1794700800';

export const compareFaces: Operation<PairField, PairQuery, z.infer<typeof CompareData>> = {
  path: '/compare_faces',
  message: MESSAGE,
  images: PAIR_IMAGES,
  sameWay: false,
  headers: {
    ...MODEL_HEADERS,
    deprecation: DEPRECATED_SINCE,
    link: '</match_faces>; rel="successor-version"',
  },
  document: {
    operationId: 'compareFaces',
    tag: 'Faces',
    summary: 'Face Compare',
    description:
      'Compares the most prominent face of two images and gives a confidence. Deprecated: use Face Match, which gives the distance itself; the two never disagree.',
    deprecated: true,
    query: PAIR_QUERY,
    imageFields: PAIR_FIELDS,
    responses: {
      200: {
        description: 'The confidence.',
        schema: successSchema(MESSAGE, CompareData),
        examples: COMPARE_EXAMPLES,
        headers: {
          ...MODEL_HEADER_DOCUMENT,
          Deprecation: 'Since when the operation is deprecated (RFC 9745).',
          Link: 'The operation to use instead.',
        },
      },
    },
    errors: [...OPERATION_ERRORS, 'no-face'],
  },
  parseQuery: parsePairQuery,
  async run(engine, images, query, signal) {
    const [first, second] = await facesOfPair(engine, images, query, signal);
    const apart = distance(first.vector, second.vector);
    return { data: { confidence: confidence(apart) }, timings: timingsOf([first, second]) };
  },
};
