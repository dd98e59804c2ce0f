import type { JsonSchema } from '../route.js';

/** What a field of this name holds, where its type alone would give a meaningless example. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  current: 'correct horse battery staple',
  new: 'a new and longer pass phrase',
  token: '5Zp0mWq4bB1tJc7r',
  user_id: 'fct_9bX2mQ7tLc4Rk0VzYw1Hs8Ue5PdJf3Ga',
  plan: 'starter',
  summary: 'For one app with a few thousand people.',
  calls_per_month: 25_000,
  calls_per_second: 10,
  burst: 20,
  limit: 25_000,
  used: 1342,
  remaining: 23_658,
  calls: 118,
  operation: '/match_faces',
  outcome: '1000',
  max_image_bytes: 20_971_520,
  samples: ['/samples/1.jpg', '/samples/2.jpg'],
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-15T09:30:00.000Z',
  date: '2026-11-15',
  email: 'ada@example.com',
  uri: 'https://images.example.com/photo.jpg',
};

/** A value that the schema allows, made from its own examples where it has some. */
export function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const visit = (part: JsonSchema, name: string): unknown => {
    const { examples, $ref, enum: choices, anyOf, allOf, properties } = part;
    if (isList(examples) && examples.length > 0) return examples[0];
    if (typeof $ref === 'string') return visit(components[$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if ('const' in part) return part['const'];
    if ('default' in part) return part['default'];
    if (isList(choices)) return choices[0];
    if (isList(anyOf)) return visit(anyOf[0] as JsonSchema, name);
    if (isList(allOf)) return Object.assign({}, ...allOf.map((one) => visit(one as JsonSchema, name)));
    if (name in BY_NAME && !isSchema(properties)) return BY_NAME[name];
    return ofType(part, name);
  };

  const ofType = (part: JsonSchema, name: string): unknown => {
    const { type, properties, prefixItems, items, minItems } = part;
    switch (isList(type) ? type[0] : type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(isSchema(properties) ? properties : {}).map(([key, value]) => [
            key,
            visit(value as JsonSchema, key),
          ]),
        );
      case 'array':
        if (isList(prefixItems)) return prefixItems.map((place) => visit(place as JsonSchema, name));
        return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () =>
          visit(isSchema(items) ? items : {}, name),
        );
      case 'string':
        return BY_FORMAT[String(part['format'])] ?? 'text';
      case 'integer':
      case 'number':
        return Number(part['minimum'] ?? 1);
      case 'boolean':
        return true;
      default:
        return null;
    }
  };
  return visit(schema, '');
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with an example for every JSON body and response that has none, made from its schema. */
export function withExamples(document: JsonSchema): JsonSchema {
  const { schemas = {} } = (document['components'] ?? {}) as { schemas?: Record<string, JsonSchema> };
  const filled = (content: JsonSchema, summary: string): JsonSchema =>
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const { schema, examples } = media as { schema: JsonSchema; examples?: unknown };
        if (examples !== undefined || !TYPED.test(type)) return [type, media];
        return [
          type,
          { ...(media as object), examples: { example: { summary, value: exampleOf(schema, schemas) } } },
        ];
      }),
    );
  const visit = (value: unknown, description: string): unknown => {
    if (Array.isArray(value)) return value;
    if (!isSchema(value)) return value;
    const { content, description: own = description } = value as {
      content?: JsonSchema;
      description?: string;
    };
    if (isSchema(content)) return { ...value, content: filled(content, own) };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each, own)]));
  };
  return { ...document, paths: visit(document['paths'], 'A request') };
}

/** Bytes need no example. */
const TYPED = /^(?:application\/(?:json|x-ndjson)|text\/)/;
