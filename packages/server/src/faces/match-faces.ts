import { distance, MAX_COMPARED, MAX_DISTANCE, type FaceSelection, type FaceVector } from '@facet/engine';
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { badParameter } from '../http/query.js';
import { envelope } from '../http/response-kinds.js';
import type { Route } from '../http/route.js';
import type { FaceInput } from '../images/index.js';
import { analysisRoute, type Lanes } from './analysis-route.js';
import { allFlag, detailsFlag } from './face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from './model-header.js';
import {
  faceAndAllFaces,
  facesOfPair,
  pairFaces,
  PAIR_IMAGES,
  PAIR_QUERY,
  timingsOf,
  type DetectedFace,
  type PairFace,
  type PairFaces,
  type PairField,
} from './pair.js';
import { MATCH_EXAMPLES } from './recorded-responses.js';
import { faceRectangle, type FaceRectangle } from './results/attributes.js';
import { FaceRectangleSchema } from './results/attributes.schema.js';
import { judged, score, verdict } from './results/distance.js';

const MESSAGE = 'Fetched confidence value.';

const IMAGES = [
  { ...PAIR_IMAGES[0], vector: 'vec_1' },
  { ...PAIR_IMAGES[1], vector: 'vec_2' },
] as const;

const SCORE = z
  .string()
  .regex(/^0\.\d{4,}$/)
  .describe('Euclidean distance of the two faces, 0 to 0.9. Below 0.5 they are the same person.');
const STATUS = z.enum(['match', 'not a match']);

const Judged = z.object({
  distance: z.number().min(0).max(MAX_DISTANCE).describe('The score as a number.'),
  threshold: z.number().describe('Below this distance it is a match.'),
  similarity: z
    .number()
    .min(0)
    .max(100)
    .describe(
      'Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match.',
    ),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10.',
    ),
});

const MatchedFace = z.object({
  score: SCORE,
  status: STATUS,
  face_rectangle: FaceRectangleSchema.describe('The face in img_2: x1, y1, x2, y2 in pixels.'),
  details: Judged.optional(),
});

const MatchData = z.object({
  score: SCORE,
  status: STATUS,
  details: Judged.extend({
    face_rectangle_1: FaceRectangleSchema.optional().describe(
      'The face in img_1: x1, y1, x2, y2 in pixels. Left out for a stored vector.',
    ),
    face_rectangle_2: FaceRectangleSchema.optional().describe(
      'The face in img_2: x1, y1, x2, y2 in pixels. Left out for a stored vector.',
    ),
  })
    .optional()
    .describe('With details=1.'),
  faces: z
    .array(MatchedFace)
    .optional()
    .describe(
      `With all=1: the faces of img_2, at most the ${MAX_COMPARED} most prominent; the nearest first.`,
    ),
});

export const matchFaces = (lanes: Lanes): Route =>
  analysisRoute(lanes, {
    path: '/match_faces',
    trial: true,
    headers: MODEL_HEADERS,
    document: {
      operationId: 'matchFaces',
      tag: 'Faces',
      summary: 'Face Match',
      description:
        'Compares the most prominent face of two images (or the faces that boxes name) and gives their distance with a verdict. Both images must arrive the same way: two files, or two strings. A stored vector may take the place of either image, or of both. `details` tells what the distance means and where the faces are; `all` compares the face of img_1 with every face of img_2.',
      requestHeaders: MODEL_REQUEST_HEADER,
    },
    query: { ...PAIR_QUERY, details: detailsFlag, all: allFlag },
    images: IMAGES,
    sameWay: true,
    response: envelope(MESSAGE, MatchData, {
      description: 'The distance and the verdict.',
      examples: MATCH_EXAMPLES,
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: ['mixed-inputs', 'other-model', 'no-face'],
    prepare: ({ query }) => {
      if (query.all && query.bboxes_2 !== undefined) throw badAll('bboxes_2', 'leave one of them out');
    },
    run: async (images, { engine, query, signal }) => {
      const faces = pairFaces(query);
      requireNoBoxOfVector(images, faces);
      const { img_1, img_2 } = images;
      if (!query.all) {
        const [first, second] = await facesOfPair(engine, images, faces, signal);
        return { data: compared(first, second, faces, query.details), timings: timingsOf([first, second]) };
      }
      if (img_2 instanceof Float32Array) throw badAll('vec_2', 'send an image in img_2');
      const [first, seconds] = await faceAndAllFaces(engine, { img_1, img_2 }, faces, signal);
      const apart = (second: DetectedFace): number => distance(first.vector, second.vector);
      const nearestFirst = seconds.toSorted((a, b) => apart(a) - apart(b));
      const [nearest] = nearestFirst;
      if (nearest === undefined) throw new Error('There is no face to compare with.');
      return {
        data: {
          ...compared(first, nearest, faces, query.details),
          faces: nearestFirst.map((second) => matchedFace(first, second, faces, query.details)),
        },
        timings: timingsOf([first, ...seconds]),
      };
    },
  });

const badAll = (other: string, advice: string): ServiceError =>
  new ServiceError(
    'bad-parameter',
    `all=1 compares with every face of img_2, which ${other} does not go with; ${advice}.`,
    { parameter: 'all' },
  );

function compared(
  first: PairFace,
  second: PairFace,
  faces: PairFaces,
  withDetails: boolean,
): z.infer<typeof MatchData> {
  const apart = distance(first.vector, second.vector);
  const plain = { score: score(apart), status: verdict(apart) };
  if (!withDetails) return plain;
  const details = {
    ...judged(apart),
    ...(first.result && { face_rectangle_1: rectangleOf(first.result, faces.firstFaces) }),
    ...(second.result && { face_rectangle_2: rectangleOf(second.result, faces.secondFaces) }),
  };
  return { ...plain, details };
}

/** One of the faces of the second image. */
function matchedFace(
  first: PairFace,
  second: DetectedFace,
  faces: PairFaces,
  withDetails: boolean,
): z.infer<typeof MatchedFace> {
  const apart = distance(first.vector, second.vector);
  return {
    score: score(apart),
    status: verdict(apart),
    face_rectangle: rectangleOf(second.result, faces.secondFaces),
    ...(withDetails && { details: judged(apart) }),
  };
}

const rectangleOf = ({ face, imageSize }: FaceVector, faces: FaceSelection): FaceRectangle =>
  faceRectangle(face.box, imageSize, faces);

/** A box selects a face in an image; a stored vector has none. */
function requireNoBoxOfVector(
  inputs: Readonly<Record<PairField, FaceInput>>,
  { firstFaces, secondFaces }: PairFaces,
): void {
  for (const [n, faces] of [firstFaces, secondFaces].entries()) {
    const { field, boxes, vector } = IMAGES[n === 0 ? 0 : 1];
    if (faces.kind === 'boxes' && inputs[field] instanceof Float32Array)
      throw badParameter(boxes, `names a face in ${field}, but ${vector} was sent`);
  }
}
