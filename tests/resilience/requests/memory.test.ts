import type { StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { responsesIn, expectRejection, openRaw, speak } from '../shared/raw-connection.js';
import { startTarget, API_KEY, type Envelope } from '../shared/service.js';
import { peakGrowth } from './memory-peak.js';

const MEGABYTE = 1024 * 1024;
/** Just below the largest body that the service takes by default. */
const BODY_BYTES = 45 * MEGABYTE;
/** A body exists as bytes, as a string and as the string of its field, which may need two bytes per character. */
const MAX_GROWTH = 5.5 * BODY_BYTES;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  // The default limits, but longer deadlines for a slow machine.
  service = await startTarget({ FACET_DEADLINE_MS: '100000' });
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

const filled = (start: string, piece: string, end: string, bytes = BODY_BYTES): Buffer =>
  Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(bytes - (bytes % Buffer.byteLength(piece)), piece),
    Buffer.from(end),
  ]);

const FORM = 'multipart/form-data; boundary=x';
const partHead = (more: string): string => `--x\r\ncontent-disposition: form-data; name="img"${more}\r\n\r\n`;

async function rejection(type: string, body: Buffer): Promise<Envelope> {
  const headers = { user_id: API_KEY, 'content-type': type };
  const response = await fetch(`${service.url}/get_face_vec`, {
    method: 'POST',
    headers,
    body: Uint8Array.from(body),
    signal: AbortSignal.timeout(60_000),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  return (await response.json()) as Envelope;
}

describe('a body that would need many times its own memory', () => {
  it.each([
    ['empty objects', '{"x":[', '{},', '{}]}'],
    ['empty lists', '{"x":[', '[],', '[]]}'],
    ['numbers', '{"x":[', '1,', '1]}'],
    ['fields', '{', '"a":1,', '"b":1}'],
    ['brackets', '{"x":', '[', ''],
    ['objects within objects', '', '{"a":', ''],
  ])('(JSON of %s only) is rejected before it is parsed', async (_, start, piece, end) => {
    const body = filled(start, piece, end);
    const growth = await peakGrowth(service.process.pid, async () => {
      const { code, message } = await rejection('application/json', body);
      expect(message).toContain('more values than');
      expect(code).toBe('2006');
    });
    // Hardly more than the first chunk of it was ever kept.
    expect(growth).toBeLessThan(BODY_BYTES);
  });
});

describe('a body in two million chunks of a byte', () => {
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  const bytes = Buffer.alloc(6 * 2_000_000, chunk('A'));

  // Each of them would cost over a hundred bytes if it were kept.
  it.each([
    ['JSON', 'application/json', '{"img":"', '"}'],
    ['a file', FORM, partHead('; filename="a"'), '\r\n--x--\r\n'],
    ['text', FORM, partHead(''), '\r\n--x--\r\n'],
  ])('(%s) needs little more than its bytes', async (_, type, start, end) => {
    const head = `POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: ${API_KEY}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const growth = await peakGrowth(service.process.pid, async () => {
      const heard = await speak(service.url, head + chunk(start), bytes, `${chunk(end)}0\r\n\r\n`);
      const [response] = responsesIn(heard);
      if (response === undefined) throw new Error('No response');
      expectRejection(response);
      // It was read as a whole, and its content found to be no image.
      expect(response.body).toContain('"2004"');
    });
    expect(growth).toBeLessThan(50 * MEGABYTE);
  });
});

describe('requests by the thousand on one connection', () => {
  it('are no more than a hundred at a time, and the connection is closed', async () => {
    const request = 'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1500);
    const growth = await peakGrowth(service.process.pid, async () => {
      for (let turn = 0; turn < 10; turn++) {
        const open = await Promise.all(Array.from({ length: 20 }, () => openRaw(service.url)));
        for (const { write } of open) write(request);
        const closed = await Promise.all(open.map(({ heard }) => heard));
        for (const heard of closed) expect(heard.match(/HTTP\/1.1 200/g)?.length ?? 0).toBeLessThan(1000);
      }
    });
    // The responses to all of them are a hundred gigabytes.
    expect(growth).toBeLessThan(400 * MEGABYTE);
  });
});

describe('a body that needs memory', () => {
  it.each([
    ['JSON of escapes', 'application/json', filled('{"img":"', '\\u0100', '"}')],
    ['JSON with one sign beyond Latin', 'application/json', filled('{"x":"\u20ac","img":"', 'QUJD', '"}')],
    ['a number without end', 'application/json', filled('{"img":', '9', '}')],
    ['a name without end', 'application/json', filled('{"', 'k', '":1}')],
    ['a form of boundaries', FORM, filled('', '--x\r\n', '--x--\r\n')],
    ['a form of empty parts', FORM, filled('', `${partHead('')}\r\n`, '--x--\r\n')],
    ['a form of almost boundaries', FORM, filled(partHead(''), '\r\n--', '\r\n--x--\r\n')],
    ['part headers without end', FORM, filled('--x\r\n', 'h: v\r\n', '\r\nb\r\n--x--\r\n')],
    ['one part header without end', FORM, filled('--x\r\nh: ', 'v', '\r\n\r\nb\r\n--x--\r\n')],
    ['text without end', FORM, filled(partHead(''), 'QUJD', '\r\n--x--\r\n')],
  ])('(%s) gets a bounded share', async (_, type, body) => {
    expect(await peakGrowth(service.process.pid, () => rejection(type, body))).toBeLessThan(MAX_GROWTH);
  });
});
