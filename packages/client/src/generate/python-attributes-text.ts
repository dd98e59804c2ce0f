import { type AttributeField, resolved } from './attributes-text.js';
import type { OpenApi, Schema } from './openapi.types.js';
import { referredName } from './schema-to-type.js';

const HEADER = `"""What a face has only on request. Generated from the service's OpenAPI document; do not edit.

After a change there: npm run build && node packages/client/dist/generate/write-api-types.js
"""

from dataclasses import dataclass
from typing import Literal, Mapping, Optional, Tuple
`;

/** The source text of attributes.py. */
export function pythonAttributesText(document: OpenApi, fields: readonly AttributeField[]): string {
  const classes = new Map<string, string>();
  const members = fields.map((field) => {
    const { description } = resolved(document, field.schema);
    const type = pythonType(document, field.schema, classes);
    return { ...field, line: `${comment(description)}    ${field.name}: Optional[${type}] = None` };
  });
  const linesOf = (onVector: boolean): string =>
    members
      .filter((field) => field.onVector === onVector)
      .map(({ line }) => line)
      .join('\n');
  const literal = (name: string, names: readonly AttributeField[]): string =>
    `${name} = Literal[${names.map((field) => JSON.stringify(field.name)).join(', ')}]`;
  return [
    HEADER,
    [
      literal('ImageAttribute', fields),
      literal(
        'VectorAttribute',
        fields.filter(({ onVector }) => onVector),
      ),
      '',
    ].join('\n'),
    ...classes.values(),
    dataclass('VectorAttributes', 'What a result of Face Vector has only on request.', linesOf(true)),
    dataclass(
      'ImageAttributes(VectorAttributes)',
      'What a face has only on request.',
      linesOf(false),
    ).trimEnd(),
  ]
    .join('\n\n')
    .concat('\n');
}

const dataclass = (name: string, about: string | undefined, lines: string): string =>
  `@dataclass(frozen=True)\nclass ${name}:\n${about === undefined ? '' : `    """${about}"""\n\n`}${lines}\n`;

const comment = (text: string | undefined): string => (text === undefined ? '' : `    #: ${text}\n`);

function pythonType(document: OpenApi, schema: Schema, classes: Map<string, string>): string {
  if (schema.$ref !== undefined) return classFor(document, referredName(schema.$ref), classes);
  const { type, items, minItems, maxItems, properties = {} } = schema;
  switch (type) {
    case 'number':
      return 'float';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'str';
    case 'array': {
      if (typeof items !== 'object') break;
      const item = pythonType(document, items, classes);
      const isShort = minItems !== undefined && minItems === maxItems && minItems <= 8;
      return `Tuple[${isShort ? Array<string>(minItems).fill(item).join(', ') : `${item}, ...`}]`;
    }
    case 'object': {
      // Fields of one type are a mapping; others need a schema with a name.
      const types = new Set(Object.values(properties).map((field) => pythonType(document, field, classes)));
      const [only, ...others] = types;
      if (only !== undefined && others.length === 0) return `Mapping[str, ${only}]`;
      break;
    }
    case undefined:
      break;
  }
  throw new Error(`The generator does not know the schema ${JSON.stringify(schema)}.`);
}

function classFor(document: OpenApi, name: string, classes: Map<string, string>): string {
  if (classes.has(name)) return name;
  const { properties = {}, description } = document.components.schemas[name] ?? {};
  const lines = Object.entries(properties).map(
    ([field, own]) => `${comment(own.description)}    ${field}: ${pythonType(document, own, classes)}`,
  );
  classes.set(name, dataclass(name, description, lines.join('\n')));
  return name;
}
