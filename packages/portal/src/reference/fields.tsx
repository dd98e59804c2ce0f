import type { ReactElement, ReactNode } from 'react';
import { InlineCode } from '../design/inline-code.js';
import type { Schema } from './openapi.js';

/** Deeper fields repeat what is above, or are points with x and y. */
const MAX_DEPTH = 6;

interface FieldsProps {
  readonly schema: Schema;
  /** How deep these fields lie. */
  readonly depth?: number;
}

/** The fields of an object, each with its type and meaning; what lies inside opens on demand. */
export function Fields({ schema, depth = 0 }: FieldsProps): ReactElement | null {
  const fields = fieldsOf(schema);
  if (fields.length === 0 || depth > MAX_DEPTH) return null;
  return (
    <ul className="ref-fields">
      {fields.map(({ name, field, isRequired }) => {
        const inner = innerOf(field);
        return (
          <FieldItem
            key={name}
            name={name}
            facts={
              <>
                <span className="muted small">{typeOf(field)}</span>
                {isRequired && <span className="ref-required"> required</span>}
              </>
            }
            text={field.description}
          >
            {inner !== undefined && (
              <details>
                <summary>Fields of {name}</summary>
                <Fields schema={inner} depth={depth + 1} />
              </details>
            )}
          </FieldItem>
        );
      })}
    </ul>
  );
}

interface FieldItemProps {
  readonly name: string;
  readonly facts: ReactNode;
  readonly text: string | undefined;
  readonly children?: ReactNode;
}

export const FieldItem = ({ name, facts, text, children }: FieldItemProps): ReactElement => (
  <li>
    <p>
      <code>{name}</code> {facts}
    </p>
    {text !== undefined && (
      <p className="muted small">
        <InlineCode text={text} />
      </p>
    )}
    {children}
  </li>
);

interface Field {
  readonly name: string;
  readonly field: Schema;
  readonly isRequired: boolean;
}

function fieldsOf({ properties = {}, required = [], ...schema }: Schema): Field[] {
  const { additionalProperties: further, 'x-additionalPropertiesName': furtherName } = schema;
  return [
    ...Object.entries(properties).map(([name, field]) => ({
      name,
      field,
      isRequired: required.includes(name),
    })),
    ...(typeof further === 'object' && furtherName !== undefined
      ? [{ name: furtherName, field: further, isRequired: false }]
      : []),
  ];
}

/** What a field has inside: its own fields, or those of its items. */
const innerOf = (schema: Schema): Schema | undefined =>
  [schema, ...(schema.items === undefined ? [] : [schema.items]), ...choicesOf(schema)].find(
    (each) => fieldsOf(each).length > 0,
  );

export const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

export function typeOf(schema: Schema): string {
  const { type = 'any', items, enum: values, const: only, format, default: usual } = schema;
  const usually = usual === undefined ? '' : `, ${JSON.stringify(usual)} by default`;
  const choices = choicesOf(schema).map(typeOf);
  if (only !== undefined) return `always ${JSON.stringify(only)}`;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ') + usually;
  if (choices.length > 0) return [...new Set(choices)].join(' or ') + usually;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (format === 'binary') return 'file, or text';
  return [type].flat().join(' or ') + usually;
}
