import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { responsesIn, expectRejection, openRaw, type RawConnection } from '../shared/raw-connection.js';
import { startTarget, API_KEY } from '../shared/service.js';
import { peakGrowth } from './memory-peak.js';
import { becomesTrue, openConnections } from './open-connections.js';
import { openLazily, readSlowly } from './reading-pace.js';

const DEADLINE_MS = 6000;
/** After which a connection ends on which nothing moves: the deadline and twice the five seconds of lingering. */
const IDLE_MS = DEADLINE_MS + 10_000;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget({
    FACET_DEADLINE_MS: String(DEADLINE_MS),
    FACET_HEADER_DEADLINE_MS: '3000',
  });
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

/** Sends one byte after the other until the connection closes. */
async function trickle(
  { socket, write, heard }: RawConnection,
  start: string,
  byte: string,
): Promise<string> {
  write(start);
  const drip = setInterval(() => {
    if (!socket.destroyed) write(byte);
  }, 100);
  try {
    return await heard;
  } finally {
    clearInterval(drip);
  }
}

describe('a slow client', () => {
  it('is cut off during the first line', async () => {
    const [response] = responsesIn(await trickle(await openRaw(service.url), 'GET /', 'a'));
    expect(response?.status).toBe(408);
    if (response !== undefined) expectRejection(response);
  });

  it('is cut off during the headers, a hundred at a time, while others are served', async () => {
    const slow = Array.from({ length: 100 }, async () =>
      trickle(await openRaw(service.url), 'POST /get_face_vec HTTP/1.1\r\nx: ', 'a'),
    );
    await good.stillResponds();
    for (const heard of await Promise.all(slow)) expect(responsesIn(heard)[0]?.status).toBe(408);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x'])(
    'over a body of %s gets its response at the deadline',
    async (type) => {
      const start = `POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: ${API_KEY}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`;
      const slow = Array.from({ length: 50 }, async () => trickle(await openRaw(service.url), start, ' '));
      await good.stillResponds();
      for (const heard of await Promise.all(slow)) {
        const [response] = responsesIn(heard);
        // The one 5xx that is the defined answer: the request was late.
        expect(response?.status).toBe(504);
        expect(response?.body).toContain('"5004"');
      }
    },
  );
});

describe('a client that reads no responses', () => {
  const ASK = 'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n';
  const LAST_ASK = ASK.replace('host: a', 'host: a\r\nconnection: close');
  const MEGABYTE = 1024 * 1024;
  /** 388 kB each: reading them takes longer than a connection may be idle, twice. */
  const SLOW_ANSWERS = 70;
  /** Connections with more pending requests are closed at once. */
  const MANY = 90;
  const MARGIN_MS = 15_000;

  it('costs little memory and is closed in the end; one that reads slowly is not', async () => {
    const before = await openConnections(service.url);
    let slowResponses: Promise<string> = Promise.resolve('');
    const lazy = await Promise.all(Array.from({ length: 20 }, () => openLazily(service.url)));
    const growth = await peakGrowth(service.process.pid, async () => {
      slowResponses = readSlowly(service.url, ASK.repeat(SLOW_ANSWERS - 1) + LAST_ASK);
      for (const socket of lazy) socket.write(ASK.repeat(MANY));
      await good.stillResponds();
      await sleep(3000);
    });
    // What they have asked for is seven hundred megabytes.
    expect(growth).toBeLessThan(150 * MEGABYTE);
    expect(await openConnections(service.url)).toBeGreaterThanOrEqual(before + lazy.length);

    // Node checks twice: if something had been sent since the last check, the connection would stay open.
    const timeoutMs = 2 * IDLE_MS + MARGIN_MS;
    expect(await becomesTrue(async () => (await openConnections(service.url)) <= before + 3, timeoutMs)).toBe(
      true,
    );
    for (const socket of lazy) socket.destroy();
    const responses = responsesIn(await slowResponses);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: SLOW_ANSWERS }, () => 200));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  });
});
