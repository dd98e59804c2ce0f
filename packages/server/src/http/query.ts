import { z } from 'zod';
import type { ZodOpenApiOverrideMeta } from 'zod-openapi/api';
import { quote, ServiceError, type ErrorDetails } from '../errors.js';

/** What a request sends under one name, in order; null for a value whose percent-encoding is broken. */
export type Texts = readonly (string | null)[];

/** The error for a parameter; the sentence begins with its name. */
export const badParameter = (name: string, problem: string, details: ErrorDetails = {}): ServiceError =>
  new ServiceError('bad-parameter', `${name} ${problem}.`, { parameter: name, ...details });

/** Thrown by the reader of a parameter, which does not know the name of the parameter. */
export class BadValue extends Error {
  constructor(
    readonly problem: string,
    readonly details: ErrorDetails = {},
  ) {
    super(problem);
  }
}

/** The schema of one parameter: how the document describes it, and how its value is read. */
export type Parameter<Value> = z.ZodType<Value>;

/**
 * A parameter is read from all texts under its name, none if it is absent. The document shows the schema of a single
 * value.
 */
export const parameter = <Value>(
  documented: z.ZodType,
  description: string,
  read: (texts: Texts) => Value,
): Parameter<Value> => {
  const shown = z.toJSONSchema(documented);
  const override: ZodOpenApiOverrideMeta = ({ jsonSchema }) => {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, shown, { $schema: undefined });
  };
  return z
    .array(z.string().nullable())
    .transform((texts, context): Value => {
      try {
        return read(texts);
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        context.addIssue({ code: 'custom', message: error.problem, params: error.details });
        return z.NEVER;
      }
    })
    .prefault([])
    .meta({ description, override });
};

/** Parameters by name, each with the schema that reads it. */
export type Shape = Readonly<Record<string, z.ZodType>>;
export type Values<Of extends Shape> = { readonly [Name in keyof Of]: z.output<Of[Name]> };

/** Reads the parameters of a path or a query; throws the error of the first that is wrong. */
export function valuesOf<Of extends Shape>(shape: Of | undefined): (sent: unknown) => Values<Of> {
  if (shape === undefined) return () => ({}) as Values<Of>;
  const schema = z.object(shape);
  return (sent) => {
    const parsed = schema.safeParse(sent);
    if (parsed.success) return parsed.data as Values<Of>;
    const [issue] = parsed.error.issues;
    const details = issue?.code === 'custom' ? issue.params : undefined;
    throw badParameter(String(issue?.path[0]), issue?.message ?? 'is not valid', details);
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** How a box that was split off at a raw `&` looks; any other segment without a name is an unknown parameter. */
const SPLIT_BOX = /^\s*[-+.\d]|,/;
/** Parameters whose boxes may be joined by a raw `&`. */
const BOXES = 'bboxes';
/** Short forms of names. */
const ALIASES: ReadonlyMap<string, string> = new Map([['return', 'return_attributes']]);

/** The values of a raw query string by name. Ordinary parsers tear boxes joined by a raw `&` apart. */
export function readQuery(rawQuery: string): Readonly<Record<string, Texts>> {
  const values = new Map<string, (string | null)[]>();
  let boxes: (string | null)[] | undefined;
  for (const segment of (rawQuery.startsWith('?') ? rawQuery.slice(1) : rawQuery).split('&')) {
    if (segment === '') continue;
    const equals = segment.indexOf('=');
    const sent = decode(equals === -1 ? segment : segment.slice(0, equals));
    if (sent === null) {
      boxes = undefined;
      continue;
    }
    const value = equals === -1 ? '' : decode(segment.slice(equals + 1));
    if (boxes !== undefined && value === '' && SPLIT_BOX.test(sent)) {
      boxes.push(sent);
      continue;
    }
    const name = ALIASES.get(sent) ?? sent;
    const texts = values.get(name) ?? [];
    texts.push(value);
    values.set(name, texts);
    boxes = name.startsWith(BOXES) ? texts : undefined;
  }
  return Object.fromEntries(values);
}

/** The query string as sent. */
export function rawQueryOf({ url = '' }: { readonly url?: string | undefined }): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

const NOT_DECODED = 'is not percent-encoded correctly';

/** The one value of a parameter, which may be repeated; undefined if it is absent. */
export function onlyText(texts: Texts): string | undefined {
  const [first, ...others] = texts;
  if (texts.includes(null)) throw new BadValue(NOT_DECODED);
  if (others.some((other) => other !== first))
    throw new BadValue('is given with different values; give it once');
  return first ?? undefined;
}

/** Texts of which none is broken. */
export function decoded(texts: Texts): readonly string[] {
  if (texts.includes(null)) throw new BadValue(NOT_DECODED);
  return texts.filter((text) => text !== null);
}

const quoted = (value: string | null): string =>
  value === null ? 'a value with broken percent-encoding' : quote(value);

function chosen<Value extends string>(texts: Texts, choices: readonly [Value, ...Value[]]): Value {
  const values = texts.map((text) => {
    const found = choices.find((each) => each === text);
    if (found === undefined) throw new BadValue(`must be ${oneOf(choices)}, not ${quoted(text)}`);
    return found;
  });
  const [first = choices[0], ...others] = values;
  const other = others.find((value) => value !== first);
  if (other !== undefined)
    throw new BadValue(`is given both as ${[first, other].sort().join(' and as ')}; give it once`);
  return first;
}

const oneOfThese = <const Value extends string>(choices: readonly [Value, ...Value[]]): z.ZodType =>
  z.enum(choices as readonly string[]).default(choices[0]);

/** One of a few values; the first is the default. Repeating the same value is allowed. */
export const choice = <const Value extends string>(
  choices: readonly [Value, ...Value[]],
  description: string,
): Parameter<Value> => parameter(oneOfThese(choices), description, (texts) => chosen(texts, choices));

function oneOf(choices: readonly string[]): string {
  const sorted = choices.toSorted();
  const last = sorted.pop() ?? '';
  return `${sorted.join(', ')} or ${last}`;
}

/** 0 or 1. */
export const flag = (standard: boolean, description: string): Parameter<boolean> => {
  const choices = standard ? (['1', '0'] as const) : (['0', '1'] as const);
  return parameter(oneOfThese(choices), description, (texts) => chosen(texts, choices) === '1');
};

export interface IntegerRange {
  readonly from: number;
  readonly to: number;
}

/** More digits than any accepted number has, leading zeros included. */
const MAX_NUMBER_LENGTH = 16;

/** A whole number; undefined if it is absent and there is no default. */
export function integer(range: IntegerRange, description: string): Parameter<number | undefined>;
export function integer(range: IntegerRange, description: string, standard: number): Parameter<number>;
export function integer(
  { from, to }: IntegerRange,
  description: string,
  standard?: number,
): Parameter<number | undefined> {
  const schema = z.int().min(from).max(to);
  const documented = standard === undefined ? schema : schema.default(standard);
  return parameter(documented, description, (texts) => {
    for (const text of texts)
      if (text === null || text.length > MAX_NUMBER_LENGTH || !/^\d+$/.test(text) || !isWithin(Number(text)))
        throw new BadValue(`must be a whole number from ${from} to ${to}, not ${given(text)}`, { from, to });
    const [first, ...others] = texts.map(Number);
    if (others.some((other) => other !== first))
      throw new BadValue('is given with different values; give it once');
    return first ?? standard;
  });

  function isWithin(value: number): boolean {
    return value >= from && value <= to;
  }
}

const given = (text: string | null): string =>
  text !== null && text.length <= MAX_NUMBER_LENGTH && /^\d+$/.test(text)
    ? String(Number(text))
    : quoted(text);

/** Up to ten digits before and after the point. */
const DECIMAL = /^\d{1,10}(?:\.\d{0,10})?$|^\.\d{1,10}$/;

/** A number above `above` and at most `to`; undefined if it is absent. */
export const decimal = (
  { above, to }: { readonly above: number; readonly to: number },
  description: string,
): Parameter<number | undefined> =>
  parameter(z.number().gt(above).max(to), description, (texts) => {
    const text = onlyText(texts);
    if (text === undefined) return undefined;
    const number = DECIMAL.test(text) ? Number(text) : NaN;
    if (number > above && number <= to) return number;
    throw new BadValue(`must be a number above ${above} and at most ${to}, not ${quote(text)}`);
  });

/** A text of the given schema; undefined if it is absent. The problem completes a sentence: "must be …". */
export const text = <Value extends string>(
  schema: z.ZodType<Value>,
  description: string,
  problem: string,
): Parameter<Value | undefined> =>
  parameter(schema, description, (texts) => {
    const sent = onlyText(texts);
    if (sent === undefined) return undefined;
    const parsed = schema.safeParse(sent);
    if (parsed.success) return parsed.data;
    throw new BadValue(problem);
  });

/** Some of the known names, joined by commas or with the parameter repeated. */
export const names = <Name extends string>(
  known: readonly Name[],
  description: string,
): Parameter<ReadonlySet<Name>> => {
  const bad = (why: string): BadValue =>
    new BadValue(`${why}; name one or more of ${known.join(', ')}, joined by commas`, { known });
  const documented = z
    .string()
    .regex(new RegExp(`^(${known.join('|')})(,(${known.join('|')}))*$`))
    .meta({ examples: [known.slice(-2).join(',')] });
  return parameter(documented, description, (texts) => {
    const wanted = new Set<Name>();
    for (const each of texts) {
      if (each === null) throw bad(NOT_DECODED);
      const sent = each
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      if (sent.length === 0) throw bad('is empty');
      for (const name of sent) {
        const found = known.find((candidate) => candidate === name);
        if (found === undefined) throw bad(`does not know ${quote(name)}`);
        wanted.add(found);
      }
    }
    return wanted;
  });
};
