import { describe, expect, it } from 'vitest';
import { typeOf } from './schema-to-type.js';

const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('typeOf', () => {
  it.each([
    [{}, 'unknown'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: true }, 'true'],
    [{ enum: ['0', '1'] }, '"0" | "1"'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ $ref: '#/components/schemas/Face' }, 'Face'],
    [{ type: 'array', items: { type: 'number' } }, 'readonly (number)[]'],
    [{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, 'readonly [number, number]'],
    [{ type: 'array', items: { type: 'number' }, minItems: 99, maxItems: 99 }, 'readonly (number)[]'],
    [{ type: 'object', additionalProperties: {} }, 'Readonly<Record<string, unknown>>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      '{ readonly "a": string; readonly "b"?: unknown; }',
    ],
    [
      {
        type: 'object',
        properties: { size: { type: 'string' }, face_id_0: { type: 'number' } },
        required: ['size'],
        additionalProperties: { type: 'number' },
        propertyNames: { pattern: '^(size|face_id_\\d+)$' },
      },
      '{ readonly "size": string; readonly [key: `face_id_${number}`]: number; }',
    ],
  ])('%j', (schema, expected) => {
    expect(flat(typeOf(schema))).toBe(expected);
  });

  it.each([
    [{ type: 'tuple' }],
    [{ $ref: 'other.json#/Face' }],
    [{ type: 'object', additionalProperties: {}, propertyNames: { pattern: '^x' } }],
  ])('fails on what it does not know: %j', (schema) => {
    expect(() => typeOf(schema)).toThrow(/The generator does not/);
  });
});
