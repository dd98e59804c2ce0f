import type { StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { expectExact } from './counted.js';
import { startKillablePostgres, type KillablePostgres } from './killable-postgres.js';
import { hasNoResponse, EXTRA_SUCCESS, tally, underLoad, type CallOutcome } from './load.js';
import { failToStart, killWith, startOn, temporaryFolder } from './start-on.js';

/** A call waits two seconds for the database by default; what is more is the machine's. */
const QUICK_MS = 10_000;
/** Seconds on a quiet machine. */
const RECOVERY_MS = 30_000;
/** Calls that are made at once, and how often the database is killed: the largest number of calls that may be counted without their callers learning of it. */
const UNCERTAIN = 4 * 6;

let postgres: KillablePostgres;
let service: StartedService;
let good: GoodCall;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
/** Every call that this file makes, so that the count can be held against all of them. */
const heard: CallOutcome[] = [EXTRA_SUCCESS];

beforeAll(async () => {
  postgres = await startKillablePostgres();
  data = await temporaryFolder();
  service = await startOn(data.path, { DATABASE_URL: postgres.url });
  good = await goodCall(service.url);
});
afterAll(async () => {
  await service.stop();
  await postgres.stop();
  await data.remove();
});

const place = (): { url: string; dataDir: string } => ({ url: postgres.url, dataDir: data.path });
const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(service.url + path, { signal: AbortSignal.timeout(30_000) });
  await response.arrayBuffer();
  return response.status;
};
const readiness = (): Promise<number> => statusOf('/readyz');

/** With a password, as people do: that asks the database, too. */
async function logIn(): Promise<number> {
  const response = await fetch(`${service.url}/account/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: 'ada@people.example', password: 'some password or other' }),
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  return response.status;
}

function expectQuickRejections(calls: readonly CallOutcome[]): void {
  for (const { status, ms } of calls.filter(({ code }) => code === '5003')) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(QUICK_MS);
  }
}

describe('PostgreSQL', () => {
  it('killed under load: calls are rejected quickly, and all goes on by itself when it is back', async () => {
    const calls = await underLoad(service.url, { image: good.image }, async (load) => {
      await load.hear(6);
      await postgres.kill();
      await load.hear(8, ({ code }) => code === '5003');
      await expect.poll(readiness, { timeout: 30_000, interval: 100 }).toBe(503);
      expect(await statusOf('/healthz')).toBe(200);
      expect(await logIn()).toBe(503);
      await postgres.startAgain();
      await expect.poll(readiness, { timeout: RECOVERY_MS, interval: 50 }).toBe(200);
      await load.hear(6);
    });
    heard.push(...calls);
    expect(Object.keys(tally(calls)).sort()).toEqual(['1000', '5003']);
    expectQuickRejections(calls);
    await expectExact(place(), heard, UNCERTAIN);
  });

  it('with the process behind the meter killed: recovers, and so does the service', async () => {
    const calls = await underLoad(service.url, { image: good.image }, async (load) => {
      for (let n = 0; n < 4; n++) {
        await load.hear(3);
        await postgres.killBackend('facet meter');
      }
      await load.hear(4);
    });
    heard.push(...calls);
    // Where no statement was under way, nobody notices.
    const { '1000': answered = 0, '5003': rejected = 0, ...others } = tally(calls);
    expect(others, `beside ${answered} and ${rejected}`).toEqual({});
    expectQuickRejections(calls);
    await expectExact(place(), heard, UNCERTAIN);
    await expect.poll(readiness, { timeout: RECOVERY_MS }).toBe(200);
  });

  it('killed together with the server, which is started first: the count is right in the end', async () => {
    const calls = await underLoad(service.url, { image: good.image }, async (load) => {
      await load.hear(4);
      await Promise.all([killWith(service, 'SIGKILL'), postgres.kill()]);
    });
    heard.push(...calls);
    await service.stop();
    expect(calls.filter(hasNoResponse).length).toBeGreaterThan(0);
    const { code, said } = await failToStart({ FACET_DATA_DIR: data.path, DATABASE_URL: postgres.url });
    expect(said).toMatch(/DATABASE_URL must be the address of a PostgreSQL database that responds/);
    expect(code).toBe(2);
    await postgres.startAgain();
    service = await startOn(data.path, { DATABASE_URL: postgres.url });
    await goodCall(service.url);
    heard.push(EXTRA_SUCCESS);
    await expectExact(place(), heard, UNCERTAIN);
  });
});
