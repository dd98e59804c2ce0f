import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedService } from '@facet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { answersIn, expectRefusal, openRaw, type RawConnection } from '../shared/raw-connection.js';
import { startTarget, USER_ID } from '../shared/service.js';

const IDLE_CONNECTIONS = 2000;
const MOST_CONNECTIONS = 2100;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget({
    FACET_DEADLINE_MS: '6000',
    FACET_HEADER_DEADLINE_MS: '3000',
    FACET_MAX_CONNECTIONS: String(MOST_CONNECTIONS),
  });
  good = await goodCall(service.url);
});
afterEach(() => good.stillAnswersRight());
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

describe('a client that takes its time', () => {
  it('over the first line is cut off', async () => {
    const [answer] = answersIn(await trickle(await openRaw(service.url), 'GET /', 'a'));
    expect(answer?.status).toBe(408);
    if (answer !== undefined) expectRefusal(answer);
  });

  it('over the headers is cut off, a hundred at a time, while others are answered', async () => {
    const slow = Array.from({ length: 100 }, async () =>
      trickle(await openRaw(service.url), 'POST /get_face_vec HTTP/1.1\r\nx: ', 'a'),
    );
    await good.stillAnswersRight();
    for (const heard of await Promise.all(slow)) expect(answersIn(heard)[0]?.status).toBe(408);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x'])(
    'over a body of %s is answered at the deadline',
    async (type) => {
      const start = `POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: ${USER_ID}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`;
      const slow = Array.from({ length: 50 }, async () => trickle(await openRaw(service.url), start, ' '));
      await good.stillAnswersRight();
      for (const heard of await Promise.all(slow)) {
        const [answer] = answersIn(heard);
        // The one 5xx that is the defined answer: the request was late.
        expect(answer?.status).toBe(504);
        expect(answer?.body).toContain('"5004"');
      }
    },
  );

  it('over reading the answer holds nobody up', async () => {
    const request = 'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(20);
    const lazy = await Promise.all(Array.from({ length: 20 }, () => openRaw(service.url)));
    for (const { socket, write } of lazy) {
      socket.pause();
      write(request);
    }
    await good.stillAnswersRight();
    for (const { socket } of lazy) socket.destroy();
  });
});

describe('connections without a word', () => {
  it(`(${IDLE_CONNECTIONS}) leave the service working, and are closed after a while`, async () => {
    const idle: RawConnection[] = [];
    while (idle.length < IDLE_CONNECTIONS)
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(service.url)))));
    await good.stillAnswersRight();
    const said = await Promise.all(idle.map(({ heard }) => heard));
    for (const heard of said) for (const { status } of answersIn(heard)) expect(status).toBe(408);
  });

  it('beyond the limit are closed at once, and room is found again when others leave', async () => {
    // Each keeps its place by an open request whose body does not come.
    const holding = 'POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: nobody\r\ncontent-length: 9\r\n';
    const open: RawConnection[] = [];
    while (open.length < MOST_CONNECTIONS + 100)
      open.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(service.url)))));
    for (const { write } of open) write(holding);
    await sleep(500);
    const closed = open.filter(({ socket }) => socket.closed).length;
    expect(closed).toBeGreaterThanOrEqual(100);
    expect(open.length - closed).toBeGreaterThan(0);
    for (const { socket } of open) socket.destroy();
    await Promise.all(open.map(({ heard }) => heard));
  });
});
