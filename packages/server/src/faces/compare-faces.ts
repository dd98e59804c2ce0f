import { distance } from '@facet/engine';
import { z } from 'zod';
import { envelope } from '../http/response-kinds.js';
import type { Route } from '../http/route.js';
import { analysisRoute, type Lanes } from './analysis-route.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
import { facesOfPair, pairFaces, PAIR_IMAGES, PAIR_QUERY, timingsOf } from './pair.js';
import { COMPARE_EXAMPLES } from './recorded-responses.js';
import { confidence } from './results/distance.js';

const CompareData = z.object({
  confidence: z
    .string()
    .regex(/^[01]\.\d{4,}$/)
    .describe('How sure it is that both show the same person, 0 to 1. Above 0.6 they match.'),
});

/** The date of deprecation in seconds since 1970 (RFC 9745): the first day of the service. */
const DEPRECATED_SINCE = '@1794700800';

export const compareFaces = (lanes: Lanes): Route =>
  analysisRoute(lanes, {
    path: '/compare_faces',
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
    },
    query: PAIR_QUERY,
    images: PAIR_IMAGES,
    response: envelope('Fetched confidence value.', CompareData, {
      description: 'The confidence.',
      examples: COMPARE_EXAMPLES,
      headers: {
        ...MODEL_HEADER_DOCUMENT,
        Deprecation: 'Since when the operation is deprecated (RFC 9745).',
        Link: 'The operation to use instead.',
      },
    }),
    errors: ['no-face'],
    run: async (images, { engine, query, signal }) => {
      const [first, second] = await facesOfPair(engine, images, pairFaces(query), signal);
      const apart = distance(first.vector, second.vector);
      return { data: { confidence: confidence(apart) }, timings: timingsOf([first, second]) };
    },
  });
