import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BodySource } from './body-stream.js';
import type { RequestField } from './request-field.js';
import { MemoryBudget } from '../../work/memory-budget.js';
import { readFields } from './read-fields.js';

const FORM = 'multipart/form-data; boundary=x';
const PHOTO = Buffer.alloc(300, '\r\n--y \xff\r\n--\r\n', 'latin1');
const VALID_FORM = Buffer.concat([
  Buffer.from('a preamble\r\n--x\r\ncontent-disposition: form-data; name="note"\r\n\r\nsome text\r\n'),
  Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="img"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  ),
  PHOTO,
  Buffer.from('\r\n--x--\r\nan epilogue'),
]);
const VALID_JSON = Buffer.from(`{"img": "${'QUJD\\u0041'.repeat(3000)}", "n": [1e3, {"ü": null}, true]}`);

const HEADERS_WITHOUT_END = '--x\r\ncontent-disposition: form-data; name="img"\r\n--x--\r\n';

/** Fires long after any response: a body that hangs fails with a timeout, and not with the expected error. */
const patience = (): AbortSignal => AbortSignal.timeout(20_000);

/** Reads a body that arrives in chunks of this size and then ends, as a request with a correct length does. */
function read(
  type: string,
  body: Buffer,
  chunkBytes = body.length,
  inTurn?: BodySource['inTurn'],
): Promise<readonly RequestField[]> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) chunks.push(body.subarray(at, at + chunkBytes));
  const stream = Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: { 'content-type': type },
  });
  const memory = new MemoryBudget(1e9).open(
    () => 'caller',
    () => undefined,
  );
  const limits = { bodyBytes: 1e9, imageBytes: 1e9 };
  const request = stream as unknown as IncomingMessage;
  return readFields({ request, limits, memory, signal: patience(), inTurn }, ['img']);
}

const outcomeOf = (reading: Promise<readonly RequestField[]>): Promise<string> =>
  reading.then(
    (fields) => `${fields.length} field`,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );

/** How each truncation of the body ends, as the number of bytes that were left for each outcome. */
async function truncated(
  type: string,
  body: Buffer,
  chunkBytes?: number,
  from = 0,
): Promise<Map<string, number[]>> {
  const ends = new Map<string, number[]>();
  await Promise.all(
    Array.from({ length: body.length - from }, async (_, left) => {
      const length = from + left;
      const outcome = await outcomeOf(read(type, body.subarray(0, length), chunkBytes));
      ends.set(outcome, [...(ends.get(outcome) ?? []), length]);
    }),
  );
  return ends;
}

describe('a body that has ended gets a response', () => {
  it('if the headers of a part never end', async () => {
    expect(await outcomeOf(read(FORM, Buffer.from(HEADERS_WITHOUT_END)))).toBe('malformed-body');
    const before = `--x\r\n${HEADERS_WITHOUT_END.replace('--x--\r\n', '')}`;
    const beside = Buffer.concat([Buffer.from(before), VALID_FORM]);
    for (const chunkBytes of [1, 7, 1000, 100_000]) {
      // Rejected, or read without that part: it depends on where the chunks begin.
      expect(['malformed-body', '1 field']).toContain(await outcomeOf(read(FORM, beside, chunkBytes)));
    }
    const tooLong = `--x\r\nh: ${'v'.repeat(100_000)}\r\n--x--\r\n`;
    expect(await outcomeOf(read(FORM, Buffer.from(tooLong)))).toBe('malformed-body');
  });

  it.each([undefined, 1, 50])('wherever a form is cut off (chunks of %s bytes)', async (chunkBytes) => {
    const ends = await truncated(FORM, VALID_FORM, chunkBytes);
    // Complete with the two hyphens of the closing boundary: what follows them is ignored.
    const complete = VALID_FORM.indexOf('--x--\r\nan epilogue') + 5;
    expect([...ends.keys()].sort()).toEqual(['1 field', 'malformed-body']);
    expect(Math.min(...(ends.get('1 field') ?? []))).toBe(complete);
    expect(Math.max(...(ends.get('malformed-body') ?? []))).toBe(complete - 1);
  });

  it('wherever a form with too many parts is cut off', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';
    const ends = await truncated(FORM, Buffer.from(part.repeat(102)), undefined, part.length * 100);
    expect([...ends.keys()]).toEqual(['malformed-body']);
  });

  it.each([undefined, 7])('wherever JSON is cut off (chunks of %s bytes)', async (chunkBytes) => {
    const ends = await truncated('application/json', VALID_JSON.subarray(0, 400), chunkBytes);
    expect([...ends.keys()]).toEqual(['malformed-body']);
    const long = [20_000, 20_004, 20_006, VALID_JSON.length - 20, VALID_JSON.length - 1];
    for (const length of long)
      expect(await outcomeOf(read('application/json', VALID_JSON.subarray(0, length), chunkBytes))).toBe(
        'malformed-body',
      );
    expect(await outcomeOf(read('application/json', VALID_JSON, chunkBytes))).toBe('1 field');
  });
});

it.each([1, 100, 65_536, 20_000_000])(
  'a large form is complete in chunks of %s bytes',
  async (chunkBytes) => {
    const bytes = Buffer.alloc(chunkBytes < 1000 ? 50_000 : 15_000_000, '\r\n-');
    const head = '--x\r\ncontent-disposition: form-data; name="img"; filename="a"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
    const [field] = await read(FORM, body, chunkBytes);
    expect(field?.kind === 'file' && bytes.equals(field.bytes)).toBe(true);
  },
);

it('parses much JSON besides images when it is the turn of its caller', async () => {
  const parsed: unknown[] = [];
  const inTurn = <T>(work: () => T): Promise<T> => {
    const value = work();
    parsed.push(value);
    return Promise.resolve(value);
  };
  const image = 'QUJD'.repeat(100_000);
  const json = 'application/json';
  await read(json, Buffer.from(JSON.stringify({ img: image })), 65_536, inTurn);
  expect(parsed).toEqual([]);
  const notes = Array.from({ length: 9000 }, (_, n) => `note ${n}`);
  await read(json, Buffer.from(JSON.stringify({ img: image, notes })), 65_536, inTurn);
  expect(parsed).toMatchObject([{ notes }]);
});
