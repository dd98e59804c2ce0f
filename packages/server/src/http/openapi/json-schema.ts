import { z } from 'zod';
import { extractDefs, finalize, initializeContext, processSchema } from 'zod/v4/core';

export type JsonSchema = Readonly<Record<string, unknown>>;

const REFERENCE = '#/components/schemas/';

export interface SchemaWriter {
  /** The JSON schema of what the service sends: closed, it has no other fields. Named schemas are referred to. */
  write(schema: z.ZodType): JsonSchema;
  /** The JSON schema of what the service takes: other fields are let pass. */
  writeInput(schema: z.ZodType): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Turns zod schemas into JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function schemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const uri = (id: string): string => `${REFERENCE}${id}`;
  const all = z.toJSONSchema(registry, { io: 'output', uri }).schemas;
  /** What `z.toJSONSchema` does, without writing all named schemas anew: it would delay the start by seconds. */
  const writeOne = (schema: z.ZodType): JsonSchema => {
    registry.add(schema, { id: 'it' });
    const context = initializeContext({
      io: 'output',
      processors: {},
      external: { registry, uri, defs: {} },
    });
    processSchema(schema, context);
    extractDefs(context, schema);
    const written = finalize(context, schema);
    registry.remove(schema);
    return clean({ ...written });
  };
  return {
    components: Object.fromEntries(Object.entries(all).map(([id, schema]) => [id, clean({ ...schema })])),
    writeInput: (schema) => clean({ ...z.toJSONSchema(schema, { io: 'input' }) }),
    write: (schema) => {
      const name = registry.get(schema)?.id;
      return name === undefined ? writeOne(schema) : { $ref: uri(name) };
    },
  };
}

const IDENTITIES = ['$schema', '$id', 'id'];

/** A component has its place in the document; an id of its own would only confuse. */
const clean = (schema: JsonSchema): JsonSchema =>
  plainer(Object.fromEntries(Object.entries(schema).filter(([key]) => !IDENTITIES.includes(key))));

/** The same schema without what zod writes and readers and generators stumble over. */
const plainer = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(withoutTuple(schema))
      .filter(([key, value]) => !saysNothing(key, value))
      .map(([key, value]) => [key, within(value)]),
  );

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return typeof value === 'object' && value !== null ? plainer(value as JsonSchema) : value;
}

/** JavaScript has no larger integers anyway, and the name of a property is always a string. */
const saysNothing = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}');

/**
 * A tuple as an array of fixed length. Spectral takes the `items: false` of a tuple for a missing schema, and hey-api
 * makes one place more of anything else.
 */
function withoutTuple(schema: JsonSchema): JsonSchema {
  const { prefixItems, maxItems, ...rest } = schema;
  if (!Array.isArray(prefixItems) || prefixItems.length !== maxItems) return schema;
  const kinds = new Set(prefixItems.map((place) => JSON.stringify(place)));
  const choices = [...kinds].map((kind) => JSON.parse(kind) as JsonSchema);
  return { ...rest, items: choices.length === 1 ? choices[0] : { anyOf: choices }, maxItems };
}
