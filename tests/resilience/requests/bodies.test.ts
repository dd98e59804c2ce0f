import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { responsesIn, expectRejection, speak } from '../shared/raw-connection.js';
import { postJson, startTarget, API_KEY, type JsonResponse, type Envelope } from '../shared/service.js';
import { peakGrowth } from './memory-peak.js';

const MEGABYTE = 1024 * 1024;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget({
    FACET_MAX_BODY_BYTES: String(8 * MEGABYTE),
    FACET_MAX_IMAGE_BYTES: String(4 * MEGABYTE),
  });
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

const vector = (fields: unknown): Promise<JsonResponse> => postJson(`${service.url}/get_face_vec`, fields);

async function send(
  type: string,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Envelope }> {
  const response = await fetch(`${service.url}/get_face_vec`, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': type, ...headers },
    body: Uint8Array.from(Buffer.from(body)),
  });
  return { status: response.status, body: (await response.json()) as Envelope };
}

describe('JSON', () => {
  const image = (): string => good.image.toString('base64');

  it('nested a million deep is rejected, also in an unknown field', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    const objects = '{"a":'.repeat(500_000) + '1' + '}'.repeat(500_000);
    const beside = `{"img": "${image()}", "x": ${deep}}`;
    for (const body of [deep, `{"img": ${deep}}`, beside, objects])
      expect(await vector(body)).toMatchObject({ status: 400, body: { code: '2006' } });
  });

  it('nested a few thousand deep is ignored in an unknown field', async () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    expect((await vector(`{"img": "${image()}", "x": ${deep}}`)).body.code).toBe('1000');
    // The outermost list is one of images.
    expect((await vector(`{"img": ${deep}}`)).body.data).toMatchObject({ results: [{ code: '2006' }] });
  });

  it.each([
    '{"__proto__": {"img": "IMAGE"}}',
    '{"constructor": {"prototype": {"img": "IMAGE"}}}',
    '{"__proto__": {"isAdmin": true, "toString": 1, "then": 1}, "img": {"0": "IMAGE"}}',
    '{"img": {"__proto__": {"length": 1e9}}}',
    '{"img": {"toString": "IMAGE", "length": 5}}',
  ])('pollutes no prototype: %s', async (body) => {
    const response = await vector(body.replace('IMAGE', image()));
    expect(response.status).toBe(400);
    expect(['2001', '2006']).toContain(response.body.code);
    // A prototype that had been written to would lend its image to this call.
    expect((await vector('{}')).body.code).toBe('2001');
  });

  it('with a repeated field is read as its last one, as usual in JSON', async () => {
    expect((await vector(`{"img": "nonsense", "img": "${image()}"}`)).body.code).toBe('1000');
    expect((await vector(`{"img": "${image()}", "img": "no image at all!"}`)).body.code).toBe('2003');
  });

  it.each([
    ['a hundred thousand fields', `{${Array.from({ length: 100_000 }, (_, n) => `"f${n}": 1`).join(',')}}`],
    ['a number without end', `{"img": ${'9'.repeat(1_000_000)}}`],
    ['a number beyond all', '{"img": 1e999999}'],
    ['a lone surrogate', '{"img": "\\ud800"}'],
    ['a NUL', '{"img": "\\u0000"}'],
    ['a key of a megabyte', `{"${'k'.repeat(MEGABYTE)}": 1}`],
    ['escapes only', `{"img": "${'\\u0041'.repeat(300_000)}"}`],
  ])('with %s is rejected', async (_, body) => {
    const { status, body: envelope } = await vector(body);
    expect(status, envelope.message).toBe(400);
    expect(envelope.message.length).toBeLessThan(500);
  });
});

describe('Base64', () => {
  it.each([
    ['an image over its limit', (): string => 'A'.repeat(6 * MEGABYTE), 413, '2007'],
    ['a body over its limit', (): string => 'A'.repeat(9 * MEGABYTE), 413, '2007'],
    ['white space instead of an image', (): string => ' '.repeat(7 * MEGABYTE), 400, '2001'],
    ['a sign of another alphabet at the end', (): string => `${'A'.repeat(3 * MEGABYTE)}!`, 400, '2003'],
    ['padding without end', (): string => `AAAA${'='.repeat(MEGABYTE)}`, 400, '2003'],
    ['a data URL with a header without end', (): string => `data:${'x;'.repeat(MEGABYTE)},AAAA`, 400, '2003'],
    ['a data URL of percent signs', (): string => `data:image/png,${'%'.repeat(MEGABYTE)}`, 400, '2003'],
    ['a URL without end', (): string => `http://a.example/${'x'.repeat(MEGABYTE)}`, 422, '3201'],
  ])('with %s is rejected', async (_, text, status, code) => {
    const response = await vector({ img: text() });
    expect(response.body).toMatchObject({ code, success: false });
    expect(response.status).toBe(status);
  });
});

describe('compressed bodies', () => {
  const bomb = Buffer.alloc(50 * MEGABYTE, 0x20);

  const zipped = gzipSync(bomb);

  it.each([
    ['gzip', zipped],
    ['x-gzip', zipped],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb.subarray(0, MEGABYTE))],
    ['gzip, gzip', gzipSync(zipped)],
    ['identity, gzip', zipped],
    ['unknown', Buffer.from('{}')],
  ])('(%s) are rejected and never unpacked', async (encoding, body) => {
    const growth = await peakGrowth(service.process.pid, async () => {
      for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
        const response = await send(type, body, { 'content-encoding': encoding });
        expect(response.body).toMatchObject({ code: '2009' });
        expect(response.status).toBe(415);
      }
    });
    expect(growth).toBeLessThan(40 * MEGABYTE);
  });

  it('by transfer are rejected', async () => {
    const heard = await speak(
      service.url,
      `POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: ${API_KEY}\r\ncontent-type: application/json\r\ntransfer-encoding: gzip, chunked\r\nconnection: close\r\n\r\n`,
      '4\r\n\x1f\x8b\x08\x00\r\n0\r\n\r\n',
    );
    const [response] = responsesIn(heard);
    if (response === undefined) throw new Error('No response');
    expectRejection(response);
  });
});

describe('forms', () => {
  const FORM = 'multipart/form-data; boundary=x';
  const part = (name: string, value: string, more = ''): string =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

  it.each([
    ['ten thousand parts', (): string => part('a', 'b').repeat(10_000)],
    ['ten thousand empty files', (): string => part('img', '', '; filename="a"').repeat(10_000)],
    ['a name without end', (): string => part('n'.repeat(MEGABYTE), 'b')],
    ['part headers without end', (): string => `--x\r\n${'h: v\r\n'.repeat(100_000)}\r\nb\r\n`],
    ['one part header without end', (): string => `--x\r\nh: ${'v'.repeat(MEGABYTE)}\r\n\r\nb\r\n`],
    ['part headers that never end', (): string => '--x\r\ncontent-disposition: form-data; name="img"\r\n'],
    ['a part without headers', (): string => '--x\r\n\r\nb\r\n'],
    ['a part without a name', (): string => '--x\r\ncontent-disposition: form-data\r\n\r\nb\r\n'],
    ['another disposition', (): string => '--x\r\ncontent-disposition: attachment; name="img"\r\n\r\nb\r\n'],
    ['boundaries only', (): string => '--x\r\n'.repeat(100_000)],
    ['near boundaries', (): string => part('img', '\r\n--'.repeat(500_000), '; filename="a"')],
    [
      'a form within the form',
      (): string =>
        '--x\r\ncontent-type: multipart/mixed; boundary=y\r\ncontent-disposition: form-data; name="img"\r\n\r\n--y\r\n\r\n--y--\r\n',
    ],
    [
      'a broken charset',
      (): string =>
        '--x\r\ncontent-disposition: form-data; name="img"\r\ncontent-type: text/plain; charset=nonsense\r\n\r\nabc\r\n',
    ],
    [
      'a name with escapes',
      (): string => "--x\r\ncontent-disposition: form-data; name*=UTF-8''%69%6d%67%0d%0a\r\n\r\nabc\r\n",
    ],
    [
      'polluting names',
      (): string => part('__proto__', 'x') + part('constructor', 'y') + part('__proto__[img]', 'z'),
    ],
    ['a path as a file name', (): string => part('img', 'abc', '; filename="../../../../etc/passwd"')],
  ])('with %s are rejected', async (_, body) => {
    const response = await send(FORM, `${body()}--x--\r\n`);
    expect(response.body, response.body.message).toMatchObject({ success: false, status: 'error' });
    expect(response.status).toBe(400);
  });

  it('with a boundary that is too long, empty or odd are rejected', async () => {
    for (const boundary of ['', '"', 'x'.repeat(5000), '"x\u00e9"', ';;;']) {
      const response = await send(`multipart/form-data; boundary=${boundary}`, part('img', 'abc'));
      expect(response.status, boundary).toBe(400);
    }
  });

  it('with a repeated field are rejected or read one way, and never mixed', async () => {
    const response = await send(FORM, `${part('img', 'AAAA')}${part('img', 'BBBB')}--x--\r\n`);
    expect(response.status).toBe(400);
  });
});
