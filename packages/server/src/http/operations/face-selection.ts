import { MAX_COMPARED, MAX_FACES, type FaceSelection, type SearchLimits } from '@facet/engine';
import { z } from 'zod';
import {
  MAX_BOXES,
  parseBoxes,
  parseSingleBox,
  type BoxParameter,
  parseFlag,
  parseWholeNumber,
  type WholeNumberRange,
} from '../../input/query.js';
import type { QueryParameter } from '../openapi/route-document.js';

/** The documented way to write a box; the service accepts a few more. */
const NUMBER = String.raw`-?\d+(\.\d+)?`;
const BOX = `${NUMBER}(,${NUMBER}){3}`;

export const singleBox = (field: string): QueryParameter => ({
  schema: z
    .string()
    .regex(new RegExp(`^${BOX}$`))
    .meta({ examples: ['150,80,270,240'] }),
  description: `The face to use in ${field}: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.`,
});

export const severalBoxes: QueryParameter = {
  schema: z
    .string()
    .regex(new RegExp(`^${BOX}(&${BOX})*$`))
    .meta({ examples: ['150,80,270,240&300,90,400,210'] }),
  description: `The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most ${MAX_BOXES}) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then.`,
};

const FACE_COUNT = { from: 1, to: MAX_FACES };
/** No accepted image is wider or higher. */
const FACE_SIZE = { from: 1, to: 65_535 };

const wholeNumber = ({ from, to }: WholeNumberRange): z.ZodType => z.int().min(from).max(to);

export const maxFaces: QueryParameter = {
  schema: wholeNumber(FACE_COUNT),
  description: `The maximum number of faces, the most prominent ones; ${MAX_FACES} by default. With 1, the search ends at the first face, which makes the call faster. Has no effect on faces that boxes name.`,
};

export const minFaceSize: QueryParameter = {
  schema: wholeNumber(FACE_SIZE),
  description:
    'Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name.',
};

const flag = z.enum(['0', '1']);

/** The values of `quality`, the default first. */
export const QUALITY_LEVELS = ['0', '1', '2'] as const;

export const faceDet: QueryParameter = {
  schema: flag.default('1'),
  description: '1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.',
};

export const qualityLevel: QueryParameter = {
  schema: z.enum(QUALITY_LEVELS).default('0'),
  description:
    '1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed.',
};

export const detailsFlag: QueryParameter = {
  schema: flag.default('0'),
  description:
    '1 adds `details`: the rectangles of both faces, the distance and its threshold as numbers, a similarity in per cent, and the false match rate of the distance.',
};

export const allFlag: QueryParameter = {
  schema: flag.default('0'),
  description: `1 compares the face of img_1 with every face of img_2 (at most the ${MAX_COMPARED} most prominent, and fewer from about eight faces on) and adds \`faces\`, the nearest first. \`score\` and \`status\` are those of the nearest. Not with bboxes_2 or vec_2.`,
};

/** The documented way to write a list of names. */
export const returnAttributes = (known: readonly string[]): QueryParameter => ({
  schema: z
    .string()
    .regex(new RegExp(`^(${known.join('|')})(,(${known.join('|')}))*$`))
    .meta({ examples: [known.slice(-2).join(',')] }),
  description: `What to give beyond the usual fields, joined by commas: ${known.join(', ')}.`,
});

/** The face that the query selects, or how to find it. */
export function oneFace(rawQuery: string, boxes: BoxParameter): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const box = parseSingleBox(rawQuery, boxes);
  if (box !== null) return { kind: 'boxes', boxes: [box] };
  return { kind: detects ? 'detect' : 'whole' };
}

export function everyFace(rawQuery: string): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const boxes = parseBoxes(rawQuery, 'bboxes');
  const limits = searchLimits(rawQuery);
  if (boxes.length > 0) return { kind: 'boxes', boxes };
  return detects ? { kind: 'detect', ...limits } : { kind: 'whole' };
}

function searchLimits(rawQuery: string): SearchLimits {
  const maxFaces = parseWholeNumber(rawQuery, 'max_faces', FACE_COUNT);
  const minFaceSize = parseWholeNumber(rawQuery, 'min_face_size', FACE_SIZE);
  return { ...(maxFaces !== undefined && { maxFaces }), ...(minFaceSize !== undefined && { minFaceSize }) };
}
