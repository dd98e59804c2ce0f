import type { OpenApi, Schema } from './openapi.types.js';
import { member, referredName } from './schema-to-type.js';

/** A field of a face that is there only on request. */
export interface AttributeField {
  readonly name: string;
  readonly schema: Schema;
  /** Whether Face Vector offers it too. */
  readonly onVector: boolean;
}

/** The fields that a response has only on request are those that are not required. */
export function attributeFields(document: OpenApi, vectorData: Schema): AttributeField[] {
  const { properties = {}, required = [] } = document.components.schemas['FaceAttributes'] ?? {};
  return Object.entries(properties)
    .filter(([name]) => !required.includes(name))
    .map(([name, schema]) => ({
      name,
      schema,
      onVector: name in (vectorData.properties ?? {}) && vectorData.required?.includes(name) !== true,
    }));
}

export const resolved = (document: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[referredName(schema.$ref)] ?? {});

/** The table of attributes with their shapes, and what results call them. */
export function attributesText(document: OpenApi, fields: readonly AttributeField[]): string {
  const rows = fields.map(
    ({ name, schema, onVector }) =>
      `${name}: { onVector: ${String(onVector)}, shape: ${JSON.stringify(shapeOf(document, schema))} }`,
  );
  const renamed = new Map<string, string>();
  const members = (isWanted: (field: AttributeField) => boolean): string =>
    fields
      .filter(isWanted)
      .map(({ name, schema }) => {
        const { description } = resolved(document, schema);
        const read = readSchema(document, schema, renamed);
        return member(camelCase(name), { ...read, ...(description !== undefined && { description }) }, false);
      })
      .join('\n');
  const ofVector = members(({ onVector }) => onVector);
  const ofImage = members(({ onVector }) => !onVector);
  return [
    `/** What a face has only on request, as \`return_attributes\` names it, and the shape of each. */
     export const ATTRIBUTES = {${rows.join(',')}} as const;`,
    ...renamed.values(),
    `/** What a result of Face Vector has only on request. */
     export interface VectorAttributes {\n${ofVector}\n}`,
    `/** What a face has only on request. */
     export interface ImageAttributes extends VectorAttributes {\n${ofImage}\n}`,
  ].join('\n\n');
}

/** A value as responses are checked against: see read-attributes.ts. */
export function shapeOf(document: OpenApi, schema: Schema): unknown {
  const { type, items, minItems, maxItems, properties } = resolved(document, schema);
  switch (type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'string':
    case 'boolean':
      return type;
    case 'array':
      if (typeof items !== 'object') throw new Error('The generator does not know a list without a type.');
      return {
        list: shapeOf(document, items),
        ...(minItems !== undefined && minItems === maxItems && { length: minItems }),
      };
    case 'object':
      return {
        fields: Object.fromEntries(
          Object.entries(properties ?? {}).map(([name, field]) => [name, shapeOf(document, field)]),
        ),
      };
    case undefined:
    default:
      throw new Error(`The generator does not know the shape of ${JSON.stringify(schema)}.`);
  }
}

/** An object whose fields have an underscore gets a type of its own with the names that results use. */
function readSchema(document: OpenApi, schema: Schema, renamed: Map<string, string>): Schema {
  if (schema.$ref === undefined) return schema;
  const name = referredName(schema.$ref);
  const { properties = {}, required = [], description } = resolved(document, schema);
  if (!Object.keys(properties).some((field) => field.includes('_'))) return schema;
  const readName = name.replace(/^Face/, '');
  const fields = Object.entries(properties).map(([field, own]) =>
    member(camelCase(field), own, required.includes(field)),
  );
  renamed.set(
    readName,
    `${description === undefined ? '' : `/** ${description} */\n`}export interface ${readName} {\n${fields.join('\n')}\n}`,
  );
  return { $ref: `#/components/schemas/${readName}` };
}

export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
