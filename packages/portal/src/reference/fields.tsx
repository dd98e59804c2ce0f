import type { ReactElement } from 'react';
import { InlineCode } from '../design/inline-code.js';
import { resolved, type OpenApi, type Schema } from './openapi.js';

interface FieldsProps {
  readonly schema: Schema;
  readonly document: OpenApi;
  /** How deep these fields lie. */
  readonly depth?: number;
}

/** Deeper fields repeat what is above, or are points with x and y. */
const MAX_DEPTH = 6;

/** The fields of an object, each with its type and meaning; what lies inside opens on demand. */
export function Fields({ schema, document, depth = 0 }: FieldsProps): ReactElement | null {
  const fields = fieldsOf(resolved(schema, document));
  if (fields.length === 0 || depth > MAX_DEPTH) return null;
  return (
    <ul className="ref-fields">
      {fields.map(({ name, field, isRequired }) => {
        const inner = innerOf(resolved(field, document), document);
        const text = resolved(field, document).description;
        return (
          <li key={name}>
            <p>
              <code>{name}</code> <span className="muted small">{typeOf(field, document)}</span>
              {isRequired && <span className="ref-required"> required</span>}
            </p>
            {text !== undefined && (
              <p className="muted small">
                <InlineCode text={text} />
              </p>
            )}
            {inner !== null && (
              <details>
                <summary>Fields of {name}</summary>
                <Fields schema={inner} document={document} depth={depth + 1} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface Field {
  readonly name: string;
  readonly field: Schema;
  readonly isRequired: boolean;
}

function fieldsOf({ properties = {}, required = [], ...schema }: Schema): Field[] {
  const named = Object.entries(properties).map(([name, field]) => ({
    name,
    field,
    isRequired: required.includes(name),
  }));
  const { additionalProperties: further, 'x-additionalPropertiesName': name } = schema;
  return typeof further === 'object' && name !== undefined
    ? [...named, { name, field: further, isRequired: false }]
    : named;
}

/** What a field has inside: its own fields, or those of its items. */
function innerOf(schema: Schema, document: OpenApi): Schema | null {
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const candidates = [schema, schema.items, ...choices].flatMap((each) =>
    each === undefined ? [] : [resolved(each, document)],
  );
  return candidates.find((each) => fieldsOf(each).length > 0) ?? null;
}

export function typeOf(schema: Schema, document: OpenApi): string {
  const {
    type,
    items,
    enum: values,
    const: only,
    anyOf,
    oneOf,
    format,
    default: usual,
  } = resolved(schema, document);
  const usually = usual === undefined ? '' : `, ${JSON.stringify(usual)} by default`;
  if (only !== undefined) return `always ${JSON.stringify(only)}`;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ') + usually;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeOf(choice, document)))].join(' or ') + usually;
  if (items !== undefined) return `list of ${typeOf(items, document)}`;
  if (format === 'binary') return 'file, or text';
  return [type ?? 'any'].flat().join(' or ') + usually;
}
