import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSplitter } from './json-splitter.js';

const LONG = 20_000;

/** What the splitter returns for a text that arrives in chunks of this size, parsed again. */
function read(text: string | Buffer, pieceBytes = 1000): unknown {
  const bytes = Buffer.from(text);
  const splitter = new JsonSplitter();
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.write(bytes.subarray(at, at + pieceBytes));
  const { rest, longStrings } = splitter.end();
  return JSON.parse(rest.toString(), (_, value: unknown) => {
    const long = typeof value === 'string' ? longStrings.get(value) : undefined;
    return long === undefined ? value : Buffer.concat(long).toString();
  });
}

const expectRejected = (text: string): void => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'malformed-body' }));
};

describe('JSON in pieces', () => {
  it('is the same as in one, whatever it holds and wherever it is cut', () => {
    const long = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => `${text}x`.repeat(LONG / (text.length + 1)));
    const value = fc.oneof(fc.jsonValue(), long);
    fc.assert(
      fc.property(
        fc.record({ a: value, b: value }),
        fc.integer({ min: 1, max: 70_000 }),
        (body, pieceBytes) => {
          expect(read(JSON.stringify(body, null, 2), Math.max(1, pieceBytes))).toEqual(
            JSON.parse(JSON.stringify(body)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps the beginning of a string that becomes a long one at the end of a piece', () => {
    const image = Array.from({ length: LONG }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
    const [opening, ending] = ['{"img":"', '","more":"abcdefghijklmnopqrstuvwxyz"}'];
    for (const pieceBytes of [2048, 4096, 8192, 16_384]) {
      const splitter = new JsonSplitter();
      splitter.write(Buffer.from(opening));
      for (let at = 0; at < LONG; at += pieceBytes)
        splitter.write(Buffer.from(image.slice(at, at + pieceBytes)));
      splitter.write(Buffer.from(ending));
      const { longStrings } = splitter.end();
      expect([...longStrings.values()].map((parts) => Buffer.concat(parts).toString())).toEqual([image]);
    }
  });

  it('has its escapes undone in long strings, also where a piece ends within one', () => {
    const escapes = '\\/\\n\\u0041\\"\\\\\\t\\u00e9\\u20ac';
    const text = `{"img":"${escapes.repeat(LONG / 8)}"}`;
    for (const pieceBytes of [1, 7, 64, 100_000]) expect(read(text, pieceBytes)).toEqual(JSON.parse(text));
  });

  it('takes white space away only between values', () => {
    const blanks = ' \r\n\t'.repeat(LONG);
    expect(read(`${blanks}{${blanks}"a b"${blanks}:${blanks}"  c  "${blanks}}${blanks}`)).toEqual({
      'a b': '  c  ',
    });
  });
});

describe('what is no JSON, or more than a request needs,', () => {
  it.each([
    ['a string without an end', '{"img":"abc'],
    ['a line break within a string', '{"img":"a\nb"}'],
    ['a line break within a long string', `{"img":"${'a'.repeat(LONG)}\nb"}`],
    ['an unknown escape in a long string', `{"img":"${'a'.repeat(LONG)}\\x41"}`],
    ['an escape without digits in a long string', `{"img":"${'a'.repeat(LONG)}\\u00zz"}`],
    ['half an escape at the end of a long string', `{"img":"${'a'.repeat(LONG)}\\u00"}`],
    ['too many values', `[${'{},'.repeat(10_000)}{}]`],
    ['a number without an end', `{"img":${'9'.repeat(2_000_000)}}`],
    ['many strings that are each short', `["${Array(100).fill('a'.repeat(15_000)).join('","')}"]`],
  ])('is rejected: %s', (_, text) => {
    expectRejected(text);
  });

  it('counts no sign within strings', () => {
    expect(read(`{"img":"${'{[,:'.repeat(LONG)}"}`)).toEqual({ img: '{[,:'.repeat(LONG) });
  });
});

it('no name of a long string can be guessed', () => {
  const forged = `{"a":"${'x'.repeat(LONG)}","b":"0"}`;
  expect(read(forged)).toEqual({ a: 'x'.repeat(LONG), b: '0' });
});
