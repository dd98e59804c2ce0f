import { describe, expect, it } from 'vitest';
import { textBytes } from './request-field.js';
import { fieldsOfJson } from './read-fields.js';

const wanted = ['img_1', 'img_2'] as const;

describe('fieldsOfJson', () => {
  it('keeps a list, with its strings as bytes', () => {
    const long = textBytes('long');
    expect(fieldsOfJson({ img_1: ['a', 1, null, 'name'] }, wanted, new Map([['name', long]]))).toEqual([
      { name: 'img_1', kind: 'list', items: [textBytes('a'), 1, null, long] },
    ]);
  });

  it('picks the wanted strings', () => {
    const body: unknown = JSON.parse('{"img_1":"a","img_2":null,"other":{},"__proto__":{"img_2":"b"}}');
    expect(fieldsOfJson(body, wanted, new Map())).toEqual([
      { name: 'img_1', kind: 'text', text: textBytes('a') },
    ]);
  });

  it.each([null, undefined, 1, 'text', true, [], ['a']])('rejects the body %j', (body) => {
    expect(() => fieldsOfJson(body, wanted, new Map())).toThrow(
      expect.objectContaining({ code: 'malformed-body' }),
    );
  });

  it.each([1, true, {}])('rejects the field value %j', (value) => {
    expect(() => fieldsOfJson({ img_1: value }, wanted, new Map())).toThrow(
      expect.objectContaining({
        code: 'malformed-body',
        message: 'The field img_1 must be a string: Base64 or an image URL.',
      }),
    );
  });
});
