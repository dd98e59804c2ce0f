import { quote, ServiceError, type ErrorDetails } from '../errors.js';

/** The part of a raw query string between two `&`. */
interface QuerySegment {
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

/** The error for a parameter; the sentence begins with its name. */
export const badParameter = (name: string, problem: string, details: ErrorDetails = {}): ServiceError =>
  new ServiceError('bad-parameter', `${name} ${problem}.`, { parameter: name, ...details });

/** The segments of a raw query string in order, without empty ones. */
export function querySegments(rawQuery: string): QuerySegment[] {
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
      if (found === undefined) throw badChoice(name, value, choices);
      return found;
    });
  const [first = choices[0], ...others] = values;
  const other = others.find((value) => value !== first);
  if (other !== undefined) {
    const [low = first, high = other] = [first, other].sort();
    throw badParameter(name, `is given both as ${low} and as ${high}; give it once`);
  }
  return first;
}

function badChoice(name: string, value: string | null, choices: readonly string[]): ServiceError {
  const given = value === null ? 'a value with broken percent-encoding' : quote(value);
  const sorted = choices.toSorted();
  const last = sorted.pop() ?? '';
  return badParameter(name, `must be ${sorted.join(', ')} or ${last}, not ${given}`);
}

type FlagParameter = 'face_det' | 'details' | 'all';
export type Flag = 0 | 1;

const DEFAULTS: Readonly<Record<FlagParameter, Flag>> = { face_det: 1, details: 0, all: 0 };

/** The value of a 0/1 parameter, or its default. */
export function parseFlag(rawQuery: string, name: FlagParameter): Flag {
  const choices = DEFAULTS[name] === 1 ? (['1', '0'] as const) : (['0', '1'] as const);
  return parseChoice(rawQuery, name, choices) === '1' ? 1 : 0;
}

export interface IntegerRange {
  readonly from: number;
  readonly to: number;
}

/** More digits than any accepted number has, leading zeros included. */
const MAX_NUMBER_LENGTH = 16;

/** The value of an integer parameter; undefined if it is absent. */
export function parseInteger(rawQuery: string, name: string, { from, to }: IntegerRange): number | undefined {
  const values = querySegments(rawQuery)
    .filter(({ key }) => key === name)
    .map(({ value }) => numberOf(value));
  const outOfRange = (given: string): ServiceError =>
    badParameter(name, `must be a whole number from ${from} to ${to}, not ${given}`, { from, to });
  for (const value of values) {
    if (typeof value === 'string') throw outOfRange(value);
    if (value < from || value > to) throw outOfRange(String(value));
  }
  const [first, ...others] = values;
  if (others.some((other) => other !== first))
    throw badParameter(name, 'is given with different values; give it once');
  return typeof first === 'number' ? first : undefined;
}

/** The number, or the quoted text if it is not a number. */
function numberOf(value: string | null): number | string {
  if (value === null) return 'a value with broken percent-encoding';
  return value.length <= MAX_NUMBER_LENGTH && /^\d+$/.test(value) ? Number(value) : quote(value);
}

/** Up to ten digits before and after the point. */
const DECIMAL = /^\d{1,10}(?:\.\d{0,10})?$|^\.\d{1,10}$/;

/** The value of a number parameter, above `above` and at most `to`; undefined if it is absent. */
export function parseDecimal(
  rawQuery: string,
  name: string,
  { above, to }: { readonly above: number; readonly to: number },
): number | undefined {
  const value = parseText(rawQuery, name);
  if (value === undefined) return undefined;
  const number = DECIMAL.test(value) ? Number(value) : NaN;
  if (number > above && number <= to) return number;
  throw badParameter(name, `must be a number above ${above} and at most ${to}, not ${quote(value)}`);
}

/** The value of a text parameter; undefined if it is absent. */
export function parseText(rawQuery: string, name: string): string | undefined {
  const values = querySegments(rawQuery).filter(({ key }) => key === name);
  const [first, ...others] = values.map(({ value }) => {
    if (value === null) throw badParameter(name, 'is not percent-encoded correctly');
    return value;
  });
  if (others.some((other) => other !== first))
    throw badParameter(name, 'is given with different values; give it once');
  return first;
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
    if (key !== ATTRIBUTES && key !== SHORT_ATTRIBUTES) continue;
    if (value === null) throw badAttributes('is not percent-encoded correctly', known);
    const names = value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length === 0) throw badAttributes('is empty', known);
    for (const name of names) {
      const found = known.find((candidate) => candidate === name);
      if (found === undefined) throw badAttributes(`does not know ${quote(name)}`, known);
      wanted.add(found);
    }
  }
  return wanted;
}

/** As in `return=aligned`. */
const SHORT_ATTRIBUTES = 'return';

const badAttributes = (why: string, known: readonly string[]): ServiceError =>
  badParameter(ATTRIBUTES, `${why}; name one or more of ${known.join(', ')}, joined by commas`, { known });
