import { MAX_BOXES, MAX_COMPARED, MAX_FACES, MAX_VECTORS, type Box, type FaceSelection } from '@facet/engine';
import { z } from 'zod';
import { quote } from '../errors.js';
import {
  BadValue,
  choice,
  decoded,
  flag,
  integer,
  names,
  parameter,
  type Parameter,
  type Texts,
} from '../http/query.js';
import { QUALITY_LEVELS, type QualityLevel } from './results/quality-checks.js';

/** The documented way to write a box; the service accepts a few more. */
const NUMBER = String.raw`-?\d+(\.\d+)?`;
const BOX = `${NUMBER}(,${NUMBER}){3}`;

/** For operations that use one face. */
export const singleBox = (field: string): Parameter<Box | undefined> =>
  parameter(
    z
      .string()
      .regex(new RegExp(`^${BOX}$`))
      .meta({ examples: ['150,80,270,240'] }),
    `The face to use in ${field}: x1,y1,x2,y2 in pixels of the upright image. No detection runs then.`,
    (texts) => boxesOf(texts, 1)[0],
  );

export const severalBoxes = parameter(
  z
    .string()
    .regex(new RegExp(`^${BOX}(&${BOX})*$`))
    .meta({ examples: ['150,80,270,240&300,90,400,210'] }),
  `The faces to analyse: x1,y1,x2,y2 in pixels of the upright image, several (at most ${MAX_BOXES}) joined by & (raw or as %26, or with the parameter repeated). The faces keep this order. No detection runs then.`,
  (texts) => boxesOf(texts, MAX_BOXES),
);

const FACE_COUNT = { from: 1, to: MAX_FACES };
/** No accepted image is wider or higher. */
const FACE_SIZE = { from: 1, to: 65_535 };

export const maxFaces = integer(
  FACE_COUNT,
  `The maximum number of faces, the most prominent ones; ${MAX_FACES} by default. With 1, the search ends at the first face, which makes the call faster. With return_attributes=vector, so many faces get a vector, and every ${MAX_VECTORS} of them, or part of ${MAX_VECTORS}, count as a call of the plan. Has no effect on faces that boxes name.`,
);

export const minFaceSize = integer(
  FACE_SIZE,
  'Only faces whose `face_rectangle` is at least this many pixels wide and high. Has no effect on faces that boxes name.',
);

export const faceDet = flag(
  true,
  '1 finds the faces; 0 takes the given boxes, or without any the whole image as one face.',
);

export const QUALITY_DESCRIPTION =
  '1 gives a vector only for a face of at least 60x60 pixels, illumination 70 and a yaw of at most 50. 2 is a strict check of photos for enrolment: one face, large, sharp, evenly lit, frontal, eyes open, mouth closed.';

export const qualityLevel: Parameter<QualityLevel> = choice(QUALITY_LEVELS, QUALITY_DESCRIPTION);

export const detailsFlag = flag(
  false,
  '1 adds `details`: the rectangles of both faces, the distance and its threshold as numbers, a similarity in per cent, and the false match rate of the distance.',
);

export const allFlag = flag(
  false,
  `1 compares the face of img_1 with every face of img_2 (at most the ${MAX_COMPARED} most prominent) and adds \`faces\`, the nearest first. \`score\` and \`status\` are those of the nearest. Not with bboxes_2 or vec_2.`,
);

export const returnAttributes = <Name extends string>(known: readonly Name[]): Parameter<ReadonlySet<Name>> =>
  names(
    known,
    `What to return beyond the usual fields, joined by commas: ${known.join(', ')}. \`return\` is a short form of its name.`,
  );

/** The face that the query selects, or how to find it. */
export const oneFace = (box: Box | undefined, detects: boolean): FaceSelection =>
  box === undefined ? { kind: detects ? 'detect' : 'whole-image' } : { kind: 'boxes', boxes: [box] };

interface EveryFaceQuery {
  readonly bboxes: readonly Box[];
  readonly face_det: boolean;
  readonly max_faces: number | undefined;
  readonly min_face_size: number | undefined;
}

export function everyFace({ bboxes, face_det, max_faces, min_face_size }: EveryFaceQuery): FaceSelection {
  if (bboxes.length > 0) return { kind: 'boxes', boxes: bboxes };
  if (!face_det) return { kind: 'whole-image' };
  return {
    kind: 'detect',
    ...(max_faces !== undefined && { maxFaces: max_faces }),
    ...(min_face_size !== undefined && { minFaceSize: min_face_size }),
  };
}

const COORDINATE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** More characters than any sensible coordinate has. */
const MAX_COORDINATE_LENGTH = 64;

const badBox = (text: string, why: string): BadValue =>
  new BadValue(`holds the box ${quote(text)}, ${why}`, { value: quote(text).slice(1, -1) });

function parseBox(text: string): Box {
  const numbers = text.split(',').map((part) => {
    const number = part.trim();
    return number.length <= MAX_COORDINATE_LENGTH && COORDINATE.test(number) ? Number(number) + 0 : NaN;
  });
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, ...more] = numbers;
  if (more.length > 0 || ![x1, y1, x2, y2].every(Number.isFinite))
    throw badBox(text, 'which is not four numbers x1,y1,x2,y2');
  if (x2 <= x1 || y2 <= y1) throw badBox(text, 'whose x2 must be greater than x1 and y2 greater than y1');
  return { x1, y1, x2, y2 };
}

/** Boxes joined by `&`, or sent under the same name; none without. They may extend beyond the image. */
function boxesOf(texts: Texts, most: number): Box[] {
  if (texts.length === 0) return [];
  const boxes = decoded(texts)
    .flatMap((text) => text.split('&'))
    .filter((text) => text.trim() !== '');
  if (boxes.length === 0) throw new BadValue('is empty; give a box as x1,y1,x2,y2 or leave it out');
  if (boxes.length > most) {
    const allowed = most === 1 ? 'one box' : `at most ${most} boxes`;
    throw new BadValue(`takes ${allowed}, but ${boxes.length} were given`, { limit: most });
  }
  return boxes.map(parseBox);
}
