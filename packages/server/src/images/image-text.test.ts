import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { decodeBase64, readImageText, type Base64Result, type ImageTextOptions } from './image-text.js';
import { textBytes, type TextBytes } from '../http/body/request-field.js';

const BYTES = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xfb, 0xef, 0xbe, 0x00, 0x10, 0x4a]);
const BASE64 = BYTES.toString('base64');

const options = (maxBytes: number): ImageTextOptions => ({
  field: 'img',
  maxBytes,
  pause: () => Promise.resolve(),
  claim: () => undefined,
});

const read = async (text: string | TextBytes, maxBytes = 1000): Promise<Buffer | string> => {
  const pieces = typeof text === 'string' ? textBytes(text) : text;
  const result = await readImageText(pieces, options(maxBytes));
  return result.kind === 'bytes' ? Buffer.from(result.bytes) : result.url;
};

async function rejection(text: string, maxBytes?: number): Promise<ServiceError> {
  try {
    await read(text, maxBytes);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('Base64', () => {
  it.each([
    ['plain', BASE64],
    ['without padding', BASE64.replaceAll('=', '')],
    ['with half its padding', BASE64.slice(0, -1)],
    ['in the URL-safe alphabet', BYTES.toString('base64url')],
    ['in both alphabets', '_9j/4Pvvvg-QSg'.replace('g-', 'gA')],
    ['with line breaks', BASE64.replace(/.{4}/g, '$&\r\n')],
    ['with blanks and tabs', ` \t${BASE64.replace(/.{3}/g, '$& ')}\n`],
    ['as a data URL', `data:image/jpeg;base64,${BASE64}`],
    ['as a data URL with another type', `data:text/plain;base64,${BASE64}`],
    ['as a data URL without a type', `data:;base64,${BASE64}`],
    ['as a data URL with parameters', `data:image/png;name=a.png;charset=x;base64,${BASE64}`],
    ['as a data URL in capitals', `DATA:IMAGE/JPEG;BASE64,${BASE64}`],
    ['as a data URL with blanks', ` data:image/jpeg; base64 , ${BASE64}`],
    ['as a data URL that forgot to say so', `data:image/jpeg,${BASE64}`],
    ['as a data URL with percents', `data:image/jpeg;base64,${encodeURIComponent(BASE64)}`],
    [
      'as a data URL of percents alone',
      `data:image/jpeg,${[...BYTES].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
    ],
    [
      'as a data URL, URL-safe, unpadded, in lines',
      `data:image/jpeg;base64,\n${BYTES.toString('base64url').replace(/.{5}/g, '$&\n')}`,
    ],
  ])('is read %s', async (_, text) => {
    expect(await read(text)).toEqual(BYTES);
  });

  it.each([
    'hello world, this is no image',
    'a',
    'abcde',
    '=',
    '====',
    'ab=cd',
    'YWJj=ZGVm',
    'YWJjZGVm===',
    `${BASE64}!`,
    `!${BASE64}`,
    `${BASE64.slice(0, 5)}\u0000${BASE64.slice(5)}`,
    `${BASE64.slice(0, 5)}é${BASE64.slice(5)}`,
    `${BASE64.slice(0, 5)}ÿĀ${BASE64.slice(5)}`,
    '<html></html>',
    '/photos/me.jpg',
    'photo.jpg',
    '//example.com/photo.jpg',
    'data:image/png;base64',
    'data:',
    `data:image/png;base64,${BASE64}*`,
    'data:image/png;base64,%ZZ',
    'data:image/png,%F',
    'data:image/png;base64,%FF%D8',
    'data:image/png,hello world!',
  ])('is not recognised in %j', async (text) => {
    const error = await rejection(text);
    expect(error.code).toBe('unreadable-image');
    expect(error.message).toBe(
      "The field img holds neither Base64 nor an image URL; send the image's bytes in Base64, a data: URL, or an http(s) URL.",
    );
  });

  it('is decoded from any bytes in any accepted spelling, however it is split into chunks', async () => {
    const breaks = fc.array(fc.tuple(fc.nat(), fc.constantFrom('\n', '\r\n', ' ', '\t')), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        breaks,
        fc.nat(),
        async (bytes, safe, padded, url, gaps, cut) => {
          const plain = Buffer.from(bytes).toString(safe ? 'base64url' : 'base64');
          let text = padded ? plain : plain.replaceAll('=', '');
          for (const [at, gap] of gaps)
            text = text.slice(0, at % text.length) + gap + text.slice(at % text.length);
          const whole = Buffer.from(url ? `data:image/png;base64,${text}` : text);
          const at = cut % whole.length;
          const pieces = [whole.subarray(0, at), whole.subarray(at)];
          expect(await read(pieces)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('is rejected with any one character that does not belong', async () => {
    const foreign = fc
      .string({ minLength: 1, maxLength: 1 })
      .filter((char) => /[^A-Za-z0-9+/_=\s:-]/.test(char));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 3 }), fc.nat(), foreign, async (bytes, at, char) => {
        const text = Buffer.from(bytes).toString('base64');
        const where = at % text.length;
        const error = await rejection(text.slice(0, where) + char + text.slice(where));
        expect(error.code).toBe('unreadable-image');
      }),
    );
  });

  it('shares its memory with nothing else', async () => {
    const result = await readImageText(textBytes(BASE64), options(100));
    expect(result.kind === 'bytes' && result.bytes.buffer.byteLength).toBe(BYTES.length);
  });
});

describe('the byte limit', () => {
  it.each([
    ['Base64', BASE64],
    ['Base64 with many line breaks', BASE64.replace(/./g, '$&\n\n\n')],
    ['a data URL', `data:image/png;base64,${BASE64}`],
    ['percents', `data:,${'%ff'.repeat(BYTES.length)}`],
  ])('is exact for %s', async (_, text) => {
    expect(await read(text, BYTES.length)).toHaveLength(BYTES.length);
    expect(await rejection(text, BYTES.length - 1)).toMatchObject({
      code: 'too-many-bytes',
      message: 'The image in img is larger than the limit of 9 bytes.',
      details: { field: 'img', limitBytes: 9 },
    });
  });

  it('is checked before percent-encoding is decoded', async () => {
    expect((await rejection(`data:,${'%zz'.repeat(100)}`, 10)).code).toBe('too-many-bytes');
  });
});

describe('a URL', () => {
  it.each([
    'http://example.com/a.jpg',
    'https://example.com/',
    'HTTPS://EXAMPLE.com',
    'hTTp://127.0.0.1:80/?a=b#c',
  ])('is recognised in %j', async (text) => {
    expect(await read(text)).toBe(text);
    expect(await read(` \n${text}\t`)).toBe(text);
  });

  it.each([
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http:/example.com',
    'http:example.com',
    'blob:https://example.com/1',
    'C:\\photo.jpg',
    's3://bucket/key',
  ])('of another kind is rejected: %j', async (text) => {
    expect(await rejection(text)).toMatchObject({
      code: 'url-rejected',
      message: 'The image URL in img must start with http:// or https://.',
    });
  });

  it.each(['http://', 'https://[broken', 'http://a b/', `http://example.com/${'a'.repeat(9000)}`])(
    'that is none is rejected: %s',
    async (text) => {
      expect(await rejection(text)).toMatchObject({
        code: 'url-rejected',
        message: 'The image URL in img is not a valid URL.',
      });
    },
  );
});

it.each(['', ' ', '\r\n\t', 'data:image/png;base64,', 'data:, '])(
  'emptiness is a missing field: %j',
  async (text) => {
    expect(await rejection(text)).toMatchObject({
      code: 'missing-field',
      message: 'The field img is empty; send an image in it.',
    });
  },
);

it('any text gives a result or a known error', async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('data:', 'http://', ';base64,', '%', '=', ',', 'AAAA', '\n'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      try {
        await read(pieces.join(''));
      } catch (error) {
        expect(error).toMatchObject({ name: 'ServiceError', details: { field: 'img' } });
      }
    }),
    { numRuns: 1000 },
  );
});

const MEGABYTE = 1024 * 1024;

interface Decoded {
  readonly result: Base64Result;
  readonly pauses: number;
  readonly claimed: number;
}

async function decode(text: string, maxBytes = 20 * MEGABYTE): Promise<Decoded> {
  let pauses = 0;
  let claimed = 0;
  const result = await decodeBase64(textBytes(text), {
    maxBytes,
    pause: () => {
      pauses += 1;
      return Promise.resolve();
    },
    claim: (bytes) => (claimed += bytes),
  });
  return { result, pauses, claimed };
}

describe('a large Base64 text', () => {
  it.each([
    ['without white space', 'QUJD'.repeat(MEGABYTE)],
    ['with a blank in each group', 'QU JD'.repeat(MEGABYTE)],
    ['of blanks', ' '.repeat(4 * MEGABYTE)],
    ['with a wrong character at its end', `${'QUJD'.repeat(MEGABYTE)}!`],
  ])('%s lets other work run every 64 KB', async (_, text) => {
    const { pauses } = await decode(text);
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(text.length / (64 * 1024)) - 1);
  });

  it('claims the memory of its bytes, and no more than the limit', async () => {
    expect((await decode('QUJD'.repeat(1000))).claimed).toBe(3000);
    expect(await decode('QUJD'.repeat(1000), 100)).toMatchObject({ result: 'too-large', claimed: 100 });
    expect(await decode(' '.repeat(4000), 100)).toMatchObject({ result: 'empty', claimed: 100 });
  });
});
