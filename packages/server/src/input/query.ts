import type { Box } from '@facet/engine';
import { quote, ServiceError } from '../errors.js';

/** The part of a raw query string between two `&`. */
export interface QuerySegment {
  /** Decoded; null if its percent-encoding is invalid. */
  readonly key: string | null;
  /** Decoded; null if its percent-encoding is invalid, empty if there is no value. */
  readonly value: string | null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The segments of a raw query string in order, without empty ones. */
function querySegments(rawQuery: string): QuerySegment[] {
  const query = rawQuery.startsWith('?') ? rawQuery.slice(1) : rawQuery;
  return query
    .split('&')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const equals = segment.indexOf('=');
      if (equals === -1) return { key: decode(segment), value: '' };
      return { key: decode(segment.slice(0, equals)), value: decode(segment.slice(equals + 1)) };
    });
}

/**
 * The value of an enumerated parameter; the first choice is the default. The parameter may be repeated with the same
 * value; contradictory values are an error.
 */
export function parseChoice<Value extends string>(
  rawQuery: string,
  name: string,
  choices: readonly [Value, ...Value[]],
): Value {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => {
      const found = choices.find((choice) => choice === value);
      if (found === undefined) throw refusedChoice(name, value, choices);
      return found;
    });
  const [first = choices[0], ...others] = values;
  const other = others.find((value) => value !== first);
  if (other !== undefined) {
    const [low = first, high = other] = [first, other].sort();
    throw new ServiceError('bad-parameter', `${name} is given both as ${low} and as ${high}; give it once.`, {
      parameter: name,
    });
  }
  return first;
}

function refusedChoice(name: string, value: string | null, choices: readonly string[]): ServiceError {
  const given = value === null ? 'a value with broken percent-encoding' : quote(value);
  const sorted = choices.toSorted();
  const last = sorted.pop() ?? '';
  return new ServiceError('bad-parameter', `${name} must be ${sorted.join(', ')} or ${last}, not ${given}.`, {
    parameter: name,
  });
}

export type FlagParameter = 'face_det' | 'details' | 'all';
export type Flag = 0 | 1;

const DEFAULTS: Readonly<Record<FlagParameter, Flag>> = { face_det: 1, details: 0, all: 0 };

/** The value of a 0/1 parameter, or its default. */
export function parseFlag(rawQuery: string, name: FlagParameter): Flag {
  const choices = DEFAULTS[name] === 1 ? (['1', '0'] as const) : (['0', '1'] as const);
  return parseChoice(rawQuery, name, choices) === '1' ? 1 : 0;
}

export interface WholeNumberRange {
  readonly from: number;
  readonly to: number;
}

/** More digits than any accepted number has, leading zeros included. */
const MAX_NUMBER_LENGTH = 16;

/** The value of an integer parameter; undefined if it is absent. */
export function parseWholeNumber(
  rawQuery: string,
  name: string,
  { from, to }: WholeNumberRange,
): number | undefined {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => numberOf(value));
  const refused = (given: string): ServiceError =>
    new ServiceError('bad-parameter', `${name} must be a whole number from ${from} to ${to}, not ${given}.`, {
      parameter: name,
      from,
      to,
    });
  for (const value of values) {
    if (typeof value === 'string') throw refused(value);
    if (value < from || value > to) throw refused(String(value));
  }
  const [first, ...others] = values;
  if (others.some((other) => other !== first))
    throw new ServiceError('bad-parameter', `${name} is given with different values; give it once.`, {
      parameter: name,
    });
  return typeof first === 'number' ? first : undefined;
}

/** The number, or the quoted text if it is not a number. */
function numberOf(value: string | null): number | string {
  if (value === null) return 'a value with broken percent-encoding';
  return value.length <= MAX_NUMBER_LENGTH && /^\d+$/.test(value) ? Number(value) : quote(value);
}

const ATTRIBUTES = 'return_attributes';

/**
 * The names listed in `return_attributes`, comma-separated or with the parameter repeated. Unknown names are an error.
 */
export function parseAttributes<Name extends string>(
  rawQuery: string,
  known: readonly Name[],
): ReadonlySet<Name> {
  const wanted = new Set<Name>();
  for (const { key, value } of querySegments(rawQuery)) {
    if (key !== ATTRIBUTES) continue;
    if (value === null) throw refusedAttributes('is not percent-encoded correctly', known);
    const names = value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0) throw refusedAttributes('is empty', known);
    for (const name of names) {
      const found = known.find((candidate) => candidate === name);
      if (found === undefined) throw refusedAttributes(`does not know ${quote(name)}`, known);
      wanted.add(found);
    }
  }
  return wanted;
}

const refusedAttributes = (why: string, known: readonly string[]): ServiceError =>
  new ServiceError(
    'bad-parameter',
    `${ATTRIBUTES} ${why}; name one or more of ${known.join(', ')}, joined by commas.`,
    { parameter: ATTRIBUTES, known },
  );

export type BoxParameter = 'bboxes' | 'bboxes_1' | 'bboxes_2';

/** More faces than an ordinary photo holds; each box costs two landmark fits and its attributes. */
export const MAX_BOXES = 24;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** More characters than any sensible coordinate has. */
const MAX_COORDINATE_LENGTH = 64;

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
    return number.length <= MAX_COORDINATE_LENGTH && NUMBER.test(number) ? Number(number) + 0 : NaN;
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
export function parseBoxes(rawQuery: string, name: BoxParameter, most = MAX_BOXES): Box[] {
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
