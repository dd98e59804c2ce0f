import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { responsesIn, openRaw, speak, type RawConnection } from '../shared/raw-connection.js';
import { startTarget } from '../shared/service.js';
import { becomesTrue, openConnections, openMany } from './open-connections.js';

const IDLE_CONNECTIONS = 2000;
const MAX_CONNECTIONS = 2100;
const HEADER_DEADLINE_MS = 10_000;
/** The service checks for late headers four times within their deadline. */
const CHECK_INTERVAL_MS = HEADER_DEADLINE_MS / 4;
const KEEP_ALIVE_MS = 3000;
/** For a busy machine. */
const MARGIN_MS = 15_000;

const HEALTH = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n';
const LAST_HEALTH = 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

const stillOpen = (connections: readonly RawConnection[]): number =>
  connections.filter(({ socket }) => !socket.closed).length;

describe('idle connections', () => {
  let service: StartedService;
  let good: GoodCall;
  beforeAll(async () => {
    service = await startTarget({
      FACET_HEADER_DEADLINE_MS: String(HEADER_DEADLINE_MS),
      FACET_KEEP_ALIVE_MS: String(KEEP_ALIVE_MS),
    });
    good = await goodCall(service.url);
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
  });

  it(`(${IDLE_CONNECTIONS} that send nothing) do not affect the service, and end at the header deadline`, async () => {
    const idle = await openMany(service.url, IDLE_CONNECTIONS);
    const began = performance.now();
    const allThere = async (): Promise<boolean> => (await openConnections(service.url)) >= IDLE_CONNECTIONS;
    expect(await becomesTrue(allThere, HEADER_DEADLINE_MS)).toBe(true);
    await good.stillResponds();
    // All of them were there during that call.
    expect(stillOpen(idle)).toBe(IDLE_CONNECTIONS);
    const said = await Promise.all(idle.map(({ heard }) => heard));
    expect(performance.now() - began).toBeLessThan(HEADER_DEADLINE_MS + CHECK_INTERVAL_MS + MARGIN_MS);
    for (const heard of said) expect(responsesIn(heard).map(({ status }) => status)).toEqual([408]);
    await good.stillResponds();
  });

  it('after a request are kept for the next one, and end if none comes', async () => {
    const requested = await openMany(service.url, 100);
    for (const { write } of requested) write(HEALTH);
    await sleep(KEEP_ALIVE_MS / 3);
    for (const { write } of requested) write(HEALTH);
    const again = performance.now();
    const ended = await Promise.all(
      requested.map(async ({ heard }) => ({ heard: await heard, afterMs: performance.now() - again })),
    );
    for (const { heard, afterMs } of ended) {
      expect(responsesIn(heard).map(({ status }) => status)).toEqual([200, 200]);
      expect(afterMs).toBeGreaterThan(KEEP_ALIVE_MS / 2);
      // The header deadline is not what ended them: nothing was said about it.
      expect(afterMs).toBeLessThan(KEEP_ALIVE_MS + MARGIN_MS);
    }
  });
});

describe('connections beyond the limit', () => {
  let service: StartedService;
  beforeAll(async () => {
    service = await startTarget({
      FACET_MAX_CONNECTIONS: String(MAX_CONNECTIONS),
      // Nothing but the limit closes a connection while this test lasts.
      FACET_HEADER_DEADLINE_MS: '300000',
      FACET_DEADLINE_MS: '300000',
    });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
  });

  it('are closed at once, the others stay, and room is found again when they leave', async () => {
    const beyond = 100;
    // Of the test itself: what asked whether the service is ready.
    const some = 10;
    const open = await openMany(service.url, MAX_CONNECTIONS + beyond);
    const closed = (): number => open.length - stillOpen(open);
    expect(await becomesTrue(() => closed() >= beyond, MARGIN_MS)).toBe(true);
    await sleep(1000);
    expect(closed()).toBeLessThanOrEqual(beyond + some);
    // None is accepted, and nothing is sent.
    expect(await speak(service.url, LAST_HEALTH)).toBe('');

    const first = open.find(({ socket }) => !socket.closed);
    first?.write(LAST_HEALTH);
    expect(responsesIn((await first?.heard) ?? '').map(({ status }) => status)).toEqual([200]);

    for (const { socket } of open) socket.destroy();
    await Promise.all(open.map(({ heard }) => heard));
    expect(await becomesTrue(async () => (await speak(service.url, LAST_HEALTH)) !== '', MARGIN_MS)).toBe(
      true,
    );
    const { write, heard } = await openRaw(service.url);
    write(LAST_HEALTH);
    expect(responsesIn(await heard).map(({ status }) => status)).toEqual([200]);
    await (await goodCall(service.url)).stillResponds();
  });
});
