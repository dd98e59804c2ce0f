import type { Box } from '@facet/engine';
import { quote, ServiceError } from '../errors.js';
import { querySegments } from './query.js';

export type BoxParameter = 'bboxes' | 'bboxes_1' | 'bboxes_2';

/** More faces than an ordinary photo holds; each box costs two landmark fits and its attributes. */
export const MOST_BOXES = 24;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** More characters than any sensible coordinate has. */
const LONGEST_NUMBER = 64;

/** How a box that was split off at a raw `&` looks; any other segment without a name is an unknown parameter. */
const SPLIT_BOX = /^\s*[-+.\d]|,/;

function refuse(name: BoxParameter, text: string, why: string): ServiceError {
  return new ServiceError('bad-parameter', `${name} holds the box ${quote(text)}, ${why}.`, {
    parameter: name,
    value: quote(text).slice(1, -1),
  });
}

function parseBox(name: BoxParameter, text: string): Box {
  const numbers = text.split(',').map((part) => {
    const number = part.trim();
    return number.length <= LONGEST_NUMBER && NUMBER.test(number) ? Number(number) + 0 : NaN;
  });
  const [x1, y1, x2, y2] = numbers;
  if (
    numbers.length !== 4 ||
    !numbers.every(Number.isFinite) ||
    x1 === undefined ||
    y1 === undefined ||
    x2 === undefined ||
    y2 === undefined
  ) {
    throw refuse(name, text, 'which is not four numbers x1,y1,x2,y2');
  }
  if (x2 <= x1 || y2 <= y1) {
    throw refuse(name, text, 'whose x2 must be greater than x1 and y2 greater than y1');
  }
  return { x1, y1, x2, y2 };
}

/** The boxes given for the parameter as text: joined by a raw `&` or by `%26`, or with the parameter repeated. */
function boxTexts(rawQuery: string, name: BoxParameter): string[] | null {
  let named = false;
  let continuing = false;
  const texts: string[] = [];
  for (const { key, value } of querySegments(rawQuery)) {
    if (key === name) {
      if (value === null) {
        throw new ServiceError('bad-parameter', `${name} is not percent-encoded correctly.`, {
          parameter: name,
        });
      }
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
export function parseBoxes(rawQuery: string, name: BoxParameter, most = MOST_BOXES): Box[] {
  const texts = boxTexts(rawQuery, name);
  if (texts === null) return [];
  if (texts.length === 0) {
    throw new ServiceError('bad-parameter', `${name} is empty; give a box as x1,y1,x2,y2 or leave it out.`, {
      parameter: name,
    });
  }
  if (texts.length > most) {
    const allowed = most === 1 ? 'one box' : `at most ${most} boxes`;
    throw new ServiceError('bad-parameter', `${name} takes ${allowed}, but ${texts.length} were given.`, {
      parameter: name,
      limit: most,
    });
  }
  return texts.map((text) => parseBox(name, text));
}

/** For operations that use one face: more than one box is an error. */
export function parseSingleBox(rawQuery: string, name: BoxParameter): Box | null {
  return parseBoxes(rawQuery, name, 1)[0] ?? null;
}
