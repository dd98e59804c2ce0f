import {
  dataOf,
  optionalFields,
  reference,
  referredName,
  resolved,
  type OpenApi,
  type Schema,
} from './openapi.js';

const HEADER = `"""What a face has only on request. Generated from the service's OpenAPI document; do not edit.

After a change there: npm run client:types
"""

from dataclasses import dataclass
from typing import Literal, Mapping, Optional, Tuple
`;

/** The source text of attributes.py. */
export function pythonAttributesText(document: OpenApi): string {
  const classes = new Map<string, string>();
  const fieldsOf = (fields: readonly [string, Schema][]): string =>
    fields
      .map(([name, schema]) => {
        const { description } = resolved(document, schema);
        return `${comment(description)}    ${name}: Optional[${pythonType(document, schema, classes)}] = None`;
      })
      .join('\n');
  const literal = (name: string, fields: readonly [string, Schema][]): string =>
    `${name} = Literal[${fields.map(([field]) => JSON.stringify(field)).join(', ')}]`;
  const ofImage = optionalFields(resolved(document, reference('FaceAttributes')));
  const ofVector = optionalFields(dataOf(document, 'getFaceVec'));
  const isOfVector = new Set(ofVector.map(([name]) => name));
  const vectorAttributes = fieldsOf(ofVector);
  const imageAttributes = fieldsOf(ofImage.filter(([name]) => !isOfVector.has(name)));
  return [
    HEADER,
    `${literal('ImageAttribute', ofImage)}\n${literal('VectorAttribute', ofVector)}\n`,
    ...classes.values(),
    dataclass('VectorAttributes', 'What a result of Face Vector has only on request.', vectorAttributes),
    dataclass('ImageAttributes(VectorAttributes)', 'What a face has only on request.', imageAttributes),
  ].join('\n\n');
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
