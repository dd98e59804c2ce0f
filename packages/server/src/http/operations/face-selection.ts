import type { FaceSelection } from '@facet/engine';
import { z } from 'zod';
import { MOST_BOXES, parseBoxes, parseSingleBox, type BoxParameter } from '../../input/parse-boxes.js';
import { parseFlag } from '../../input/parse-flag.js';
import type { QueryParameter } from '../openapi/route-document.js';

/** The plain way to write a box; the service takes a few more. */
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
  description: `The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most ${MOST_BOXES}) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then.`,
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

/** The plain way to write a list of names. */
export const returnAttributes = (known: readonly string[]): QueryParameter => ({
  schema: z
    .string()
    .regex(new RegExp(`^(${known.join('|')})(,(${known.join('|')}))*$`))
    .meta({ examples: [known.slice(-2).join(',')] }),
  description: `What to give beyond the usual fields, joined by commas: ${known.join(', ')}.`,
});

/** The one face that the query names, or how it is to be found. */
export function oneFace(rawQuery: string, boxes: BoxParameter): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const box = parseSingleBox(rawQuery, boxes);
  if (box !== null) return { kind: 'boxes', boxes: [box] };
  return { kind: detects ? 'detect' : 'whole' };
}

export function everyFace(rawQuery: string): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const boxes = parseBoxes(rawQuery, 'bboxes');
  if (boxes.length > 0) return { kind: 'boxes', boxes };
  return { kind: detects ? 'detect' : 'whole' };
}
