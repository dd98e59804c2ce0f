import type { Schema } from './openapi.types.js';

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;
/** A family of keys that TypeScript can name: fixed text, then a number. */
const NUMBERED_KEYS = /^\^(\w+)\\d\+\$$/;

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

function arrayOf({ prefixItems, items }: Schema): string {
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(typeOf).join(', ')}]`;
  return `readonly (${typeof items === 'object' ? typeOf(items) : 'unknown'})[]`;
}

function objectOf(schema: Schema): string {
  const { properties = {}, patternProperties = {}, additionalProperties: rest, required = [] } = schema;
  const named = Object.entries(properties).map(([key, value]) =>
    member(JSON.stringify(key), value, required.includes(key)),
  );
  const numbered = Object.entries(patternProperties).map(([pattern, value]) => {
    const prefix = NUMBERED_KEYS.exec(pattern)?.[1];
    if (prefix === undefined) throw new Error(`The generator does not know the keys ${pattern}.`);
    return member(`[key: \`${prefix}\${number}\`]`, value, true);
  });
  const members = [...named, ...numbered];
  if (members.length > 0) return `{\n${members.join('\n')}\n}`;
  return `Readonly<Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'never'}>>`;
}

export function member(key: string, schema: Schema, isRequired: boolean): string {
  return `${docComment(schema.description)}readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

export const docComment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
