import {
  MAX_BOXES,
  MAX_COMPARED,
  MAX_FACES,
  type Box,
  type FaceSelection,
  type SearchLimits,
} from '@facet/engine';
import { z } from 'zod';
import { quote, type ServiceError } from '../errors.js';
import { badParameter, parseFlag, parseInteger, querySegments, type IntegerRange } from '../http/query.js';
import { QUALITY_LEVELS } from './results/quality-checks.js';
import type { QueryParameter } from '../http/openapi/route-document.js';

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

const integer = ({ from, to }: IntegerRange): z.ZodType => z.int().min(from).max(to);

export const maxFaces: QueryParameter = {
  schema: integer(FACE_COUNT),
  description: `The maximum number of faces, the most prominent ones; ${MAX_FACES} by default. With 1, the search ends at the first face, which makes the call faster. Has no effect on faces that boxes name.`,
};

export const minFaceSize: QueryParameter = {
  schema: integer(FACE_SIZE),
  description:
    'Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name.',
};

const flag = z.enum(['0', '1']);

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
  description: `1 compares the face of img_1 with every face of img_2 (at most the ${MAX_COMPARED} most prominent) and adds \`faces\`, the nearest first. \`score\` and \`status\` are those of the nearest. Not with bboxes_2 or vec_2.`,
};

/** The documented way to write a list of names. */
export const returnAttributes = (known: readonly string[]): QueryParameter => ({
  schema: z
    .string()
    .regex(new RegExp(`^(${known.join('|')})(,(${known.join('|')}))*$`))
    .meta({ examples: [known.slice(-2).join(',')] }),
  description: `What to return beyond the usual fields, joined by commas: ${known.join(', ')}. \`return\` is a short form of its name.`,
});

/** The face that the query selects, or how to find it. */
export function oneFace(rawQuery: string, boxes: BoxParameter): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const box = parseSingleBox(rawQuery, boxes);
  if (box !== null) return { kind: 'boxes', boxes: [box] };
  return { kind: detects ? 'detect' : 'whole-image' };
}

export function everyFace(rawQuery: string): FaceSelection {
  const detects = parseFlag(rawQuery, 'face_det') === 1;
  const boxes = parseBoxes(rawQuery, 'bboxes');
  const limits = searchLimits(rawQuery);
  if (boxes.length > 0) return { kind: 'boxes', boxes };
  return detects ? { kind: 'detect', ...limits } : { kind: 'whole-image' };
}

function searchLimits(rawQuery: string): SearchLimits {
  const maxFaces = parseInteger(rawQuery, 'max_faces', FACE_COUNT);
  const minFaceSize = parseInteger(rawQuery, 'min_face_size', FACE_SIZE);
  return { ...(maxFaces !== undefined && { maxFaces }), ...(minFaceSize !== undefined && { minFaceSize }) };
}

type BoxParameter = 'bboxes' | 'bboxes_1' | 'bboxes_2';

const COORDINATE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** More characters than any sensible coordinate has. */
const MAX_COORDINATE_LENGTH = 64;

/** How a box that was split off at a raw `&` looks; any other segment without a name is an unknown parameter. */
const SPLIT_BOX = /^\s*[-+.\d]|,/;

const badBox = (name: BoxParameter, text: string, why: string): ServiceError =>
  badParameter(name, `holds the box ${quote(text)}, ${why}`, { value: quote(text).slice(1, -1) });

function parseBox(name: BoxParameter, text: string): Box {
  const numbers = text.split(',').map((part) => {
    const number = part.trim();
    return number.length <= MAX_COORDINATE_LENGTH && COORDINATE.test(number) ? Number(number) + 0 : NaN;
  });
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, ...more] = numbers;
  if (more.length > 0 || ![x1, y1, x2, y2].every(Number.isFinite))
    throw badBox(name, text, 'which is not four numbers x1,y1,x2,y2');
  if (x2 <= x1 || y2 <= y1)
    throw badBox(name, text, 'whose x2 must be greater than x1 and y2 greater than y1');
  return { x1, y1, x2, y2 };
}

/** The boxes given for the parameter as text: joined by a raw `&` or by `%26`, or with the parameter repeated. */
function boxTexts(rawQuery: string, name: BoxParameter): string[] | null {
  let named = false;
  let continuing = false;
  const texts: string[] = [];
  for (const { key, value } of querySegments(rawQuery)) {
    if (key === name) {
      if (value === null) throw badParameter(name, 'is not percent-encoded correctly');
      named = true;
      continuing = true;
      texts.push(...value.split('&'));
    } else if (continuing && value === '' && key !== null && SPLIT_BOX.test(key)) {
      texts.push(...key.split('&'));
    } else {
      continuing = false;
    }
  }
  return named ? texts.filter((text) => text.trim() !== '') : null;
}

/** The boxes named in a raw query string; empty if there are none. They may extend beyond the image. */
export function parseBoxes(rawQuery: string, name: BoxParameter, most = MAX_BOXES): Box[] {
  const texts = boxTexts(rawQuery, name);
  if (texts === null) return [];
  if (texts.length === 0) throw badParameter(name, 'is empty; give a box as x1,y1,x2,y2 or leave it out');
  if (texts.length > most) {
    const allowed = most === 1 ? 'one box' : `at most ${most} boxes`;
    throw badParameter(name, `takes ${allowed}, but ${texts.length} were given`, { limit: most });
  }
  return texts.map((text) => parseBox(name, text));
}

/** For operations that use one face: more than one box is an error. */
export function parseSingleBox(rawQuery: string, name: BoxParameter): Box | null {
  return parseBoxes(rawQuery, name, 1)[0] ?? null;
}
