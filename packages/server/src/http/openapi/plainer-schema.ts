import type { JsonSchema } from '../route.js';

/** The same document without what zod writes and readers and generators stumble over. */
export const plainer = (schema: JsonSchema): JsonSchema =>
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
