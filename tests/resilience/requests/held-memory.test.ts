import { processFigures, type StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { startTarget, API_KEY } from '../shared/service.js';
import { peakGrowth } from './memory-peak.js';

const MEGABYTE = 1024 * 1024;
/** Just below the largest body that the service takes by default. */
const BODY_BYTES = 47 * MEGABYTE;
const SIDE_BY_SIDE = 5;
/** A busy machine needs time for this amount of data. */
const TIMEOUT_MS = 250_000;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget({ FACET_DEADLINE_MS: String(TIMEOUT_MS) });
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

const json = (start: string, piece: string, end: string): Blob =>
  new Blob([start, piece.repeat(Math.floor(BODY_BYTES / Buffer.byteLength(piece))), end], {
    type: 'application/json',
  });

/** How it is answered, whichever way it is rejected. */
async function rejected(body: Blob): Promise<number> {
  const response = await fetch(`${service.url}/get_face_vec`, {
    method: 'POST',
    headers: { user_id: API_KEY },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

const form = (start: string, piece: string): Blob =>
  new Blob([start, piece.repeat(Math.floor(BODY_BYTES / Buffer.byteLength(piece))), '\r\n--x--\r\n'], {
    type: 'multipart/form-data; boundary=x',
  });
const PART = '--x\r\ncontent-disposition: form-data; name="img"';

describe('large bodies side by side', () => {
  it.each([
    ['a form that almost ends', form(`${PART}\r\n\r\n`, '\r\n--')],
    ['a form of line breaks', form(`${PART}\r\n\r\n`, '\r')],
    ['a file', form(`${PART}; filename="a"\r\n\r\n`, 'A')],
    ['a form with Base64', form(`${PART}\r\n\r\n`, 'QUJD')],
    ['JSON with one character beyond Latin-1', json('{"x":"\u20ac","img":"', 'QUJD', '"}')],
    ['JSON with one such character in the image', json('{"img":"\u20ac', 'QUJD', '"}')],
    ['JSON of escaped slashes', json('{"img":"', '\\/', '"}')],
    ['JSON of escapes', json('{"img":"', '\\u0041', '"}')],
    ['JSON of blanks', json('{"img":"', ' ', '"}')],
    ['JSON of Base64 in which blanks are spread', json('{"img":"', 'Q U', '"}')],
    ['JSON of percent signs', json('{"img":"data:,', '%41', '"}')],
    ['JSON of blanks between the values', json('{', ' ', '"img":1}')],
    ['JSON with a large field that nobody wants', json('{"img":"QUJD","x":"', '\u20ac', '"}')],
  ])(
    '(%s) take no more memory than what may be held, and little computing',
    async (_, body) => {
      const before = await processFigures(service.process.pid);
      const growth = await peakGrowth(service.process.pid, async () => {
        const statuses = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => rejected(body)));
        for (const status of statuses) expect([400, 413, 503]).toContain(status);
      });
      const { cpuSeconds } = await processFigures(service.process.pid);
      // FACET_MAX_BUFFERED_BYTES, of which one caller has half, and what waits to be collected. It was above 2 GB.
      expect(growth).toBeLessThan(600 * MEGABYTE);
      expect((cpuSeconds - before.cpuSeconds) / SIDE_BY_SIDE).toBeLessThan(2);
    },
    2 * TIMEOUT_MS,
  );
});
