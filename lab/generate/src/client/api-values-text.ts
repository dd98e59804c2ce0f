import {
  callsOf,
  dataOf,
  optionalFields,
  reference,
  referredName,
  resolved,
  responseOf,
  schemaOf,
  type Call,
  type OpenApi,
  type Schema,
} from './openapi.js';

const HEADER = `// Generated from the OpenAPI document of the service by \`npm run client:types\`; do not edit.
import type { ObjectShape } from '../shape.js';
import type { Responses } from './api-types.js';
`;

/** What the client needs of the document while it runs. */
export function apiValuesText(document: OpenApi): string {
  const calls = callsOf(document);
  const operations = JSON.stringify(Object.fromEntries(calls.map(operationOf)), null, 2);
  return `${HEADER}
/** Where each operation is, and the fields of its images. */
export const OPERATIONS = ${operations} as const;
${limits(calls)}
${shapes(document, calls)}
`;
}

function operationOf({ method, path, operation }: Call): [string, object] {
  const { properties = {} } = schemaOf(operation.requestBody ?? {}, 'multipart/form-data') ?? {};
  const fields = Object.keys(properties).filter((name) => properties[name]?.format === 'binary');
  return [operation.operationId, { method, path, fields }];
}

/** The sizes that the service states for what callers send. */
function limits(calls: readonly Call[]): string {
  const bodies = calls.map(({ operation }) => schemaOf(operation.requestBody ?? {})?.properties ?? {});
  const numbersOfVector = bodies.map((fields) => fields['vec_1']?.maxItems);
  const imagesInBatch = bodies.flatMap((fields) => fields['img']?.anyOf?.map(({ maxItems }) => maxItems));
  return `/** How many numbers a face vector has. */
export const VECTOR_LENGTH = ${theOne(numbersOfVector, 'length of vec_1')};
/** How many images one request may hold. */
export const MAX_BATCH_IMAGES = ${theOne(imagesInBatch, 'number of images in a batch')};`;
}

function theOne(stated: readonly (number | undefined)[], what: string): number {
  const [value, ...others] = new Set(stated.filter((size) => size !== undefined));
  if (value === undefined || others.length > 0) throw new Error(`The document needs exactly one ${what}.`);
  return value;
}

/** The shape of the data of each response, after those of the schemas in it. */
function shapes(document: OpenApi, calls: readonly Call[]): string {
  const declared = new Map<string, string>();

  const shapeOf = (schema: Schema): string => {
    const { $ref, type, format, items, minItems, maxItems, anyOf } = schema;
    if ($ref !== undefined) {
      const name = referredName($ref);
      if (!declared.has(name)) declared.set(name, shapeOf(resolved(document, schema)));
      return name;
    }
    if (anyOf !== undefined) return orNull(anyOf);
    if (Array.isArray(type)) return orNull(type.map((one: string) => ({ ...schema, type: one })));
    if (type === undefined) return "'any'";
    if (type === 'integer') return "'number'";
    if (type === 'array' && typeof items === 'object')
      return `{ list: ${shapeOf(items)}${minItems !== undefined && minItems === maxItems ? `, length: ${minItems}` : ''} }`;
    if (type === 'object') return objectShape(schema);
    return format === 'date-time' ? "'date'" : `'${type as string}'`;
  };

  const orNull = (choices: readonly Schema[]): string => {
    const [value, ...others] = choices.filter(({ type }) => type !== 'null');
    if (value === undefined || others.length > 0)
      throw new Error('The generator knows one value or null, no other choices.');
    return `{ orNull: ${shapeOf(value)} }`;
  };

  const objectShape = (schema: Schema): string => {
    const { properties = {}, required = [], additionalProperties: others } = schema;
    // Faces are numbered; some of their names are written out, all of them are read one by one.
    const isNumbered = ({ $ref }: Schema): boolean => typeof others === 'object' && $ref === others.$ref;
    const textOf = (fields: readonly [string, Schema][]): string =>
      `{ ${fields.map(([name, field]) => `${name}: ${shapeOf(field)}`).join(', ')} }`;
    const always = Object.entries(properties).filter(([name]) => required.includes(name));
    const optional = optionalFields(schema).filter(([, field]) => !isNumbered(field));
    return `{ fields: ${textOf(always)}${optional.length === 0 ? '' : `, optional: ${textOf(optional)}`} }`;
  };

  shapeOf(reference('FaceAttributes'));
  const ofData = calls
    .filter(({ operation }) => responseOf(operation) !== undefined)
    .map(({ operation: { operationId } }) => `  ${operationId}: ${shapeOf(dataOf(document, operationId))},`);
  return `${[...declared].map(([name, text]) => `export const ${name}: ObjectShape = ${text};`).join('\n')}
/** The data of each response. */
export const DATA: Readonly<Record<keyof Responses, ObjectShape>> = {
${ofData.join('\n')}
};`;
}
