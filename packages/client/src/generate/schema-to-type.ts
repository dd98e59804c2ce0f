import type { Schema } from './openapi.types.js';

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;
/** The names of an object that holds some named properties and a family of numbered ones, such as `face_id_0`. */
const NUMBERED_KEYS = /^\^\((?:\w+\|)*(\w+)\\d\+\)\$$/;

export function referredName(ref: string): string {
  const name = REFERENCE.exec(ref)?.[1];
  if (name === undefined) throw new Error(`The generator does not follow the reference ${ref}.`);
  return name;
}

/** The TypeScript type of a schema, as text. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return referredName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(typeOf));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  }
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'null':
      return 'null';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return schema.format === 'binary' ? 'Blob | string' : 'string';
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      throw new Error(`The generator does not know the schema ${JSON.stringify(schema)}.`);
  }
}

export const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** An array of fixed length up to this one is written place by place. */
const MAX_TUPLE_LENGTH = 8;

function arrayOf({ items, minItems, maxItems }: Schema): string {
  const item = typeof items === 'object' ? typeOf(items) : 'unknown';
  if (minItems !== undefined && minItems === maxItems && minItems <= MAX_TUPLE_LENGTH)
    return `readonly [${Array<string>(minItems).fill(item).join(', ')}]`;
  return `readonly (${item})[]`;
}

function objectOf(schema: Schema): string {
  const { properties = {}, propertyNames, additionalProperties: rest, required = [] } = schema;
  const prefix = propertyNames?.pattern === undefined ? undefined : numberedPrefix(propertyNames.pattern);
  const named = Object.entries(properties)
    // The family names it already.
    .filter(([key]) => prefix === undefined || !isNumbered(key, prefix))
    .map(([key, value]) => member(JSON.stringify(key), value, required.includes(key)));
  const numbered =
    prefix === undefined || typeof rest !== 'object'
      ? []
      : [member(`[key: \`${prefix}\${number}\`]`, rest, true)];
  const members = [...named, ...numbered];
  if (members.length > 0) return `{\n${members.join('\n')}\n}`;
  return `Readonly<Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'never'}>>`;
}

function numberedPrefix(pattern: string): string {
  const prefix = NUMBERED_KEYS.exec(pattern)?.[1];
  if (prefix === undefined) throw new Error(`The generator does not know the keys ${pattern}.`);
  return prefix;
}

const isNumbered = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length));

export function member(key: string, schema: Schema, isRequired: boolean): string {
  return `${docComment(schema.description)}readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

export const docComment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
