import { once } from 'node:events';
import { signUp } from '@facet/test-support';
import { expect, it } from 'vitest';
import { call, makePhoto, tally } from './shared/call.js';
import { useCluster } from './shared/cluster.js';
import { Load } from './shared/load.js';
import { QUOTA, WITH_QUOTA } from './shared/plans.js';
import { until } from './shared/until.js';

const CALLERS = 6;
/** Calls before and after the death; the quota must leave room for more. */
const CALLS_EACH = 8;
/** The deadline of a request of the cluster, and what is added to it, twice over. */
const EXPIRY_MS = 140_000;

const cluster = useCluster();

it('a killed server loses only the calls that it had in flight, and the count stays exact', async () => {
  const { url } = cluster().nginx;
  const { apiKey, email } = await signUp(url, 'death', WITH_QUOTA);
  const photo = await makePhoto();
  const [killed] = cluster().members;
  if (killed === undefined) throw new Error('There is no server.');

  const load = new Load({ url, apiKey, photo, callers: CALLERS });
  let deadAt: number;
  try {
    await until('calls succeed', () => load.succeeded >= CALLS_EACH);
    const dead = once(killed.service.process, 'exit');
    killed.service.process.kill('SIGKILL');
    await dead;
    deadAt = performance.now();
    const before = load.succeeded;
    await until('calls succeed without it', () => load.succeeded >= before + CALLS_EACH);
  } finally {
    await load.stop();
  }

  // Only calls in flight on this server are lost, and none that came later.
  expect(load.failed.length).toBeLessThanOrEqual(CALLERS);
  for (const lost of load.failed) {
    expect(lost.outcome).toMatch(/^502 5003 /);
    expect(lost.tried.at(-1)).toBe(killed.port);
    expect(lost.startedAt).toBeLessThan(deadAt);
  }
  const answered = load.succeeded;
  const { used, reserved, billed } = await cluster().ledger.standing(email);
  expect(used).toBe(billed);
  expect(used).toBeGreaterThanOrEqual(answered);
  expect(used + reserved).toBeLessThanOrEqual(answered + load.failed.length);

  // What the dead server had reserved expires, and then the whole rest of the quota can be used.
  await until(
    'reservations expire',
    async () => (await cluster().ledger.standing(email)).reserved === 0,
    EXPIRY_MS,
  );
  const rest = QUOTA - used;
  expect(rest).toBeGreaterThan(0);
  const last = await Promise.all(
    Array.from({ length: rest + 5 }, () => call(url, photo, { user_id: apiKey })),
  );
  expect(tally(last.map(({ code }) => code))).toEqual(
    new Map([
      ['1000', rest],
      ['4292', 5],
    ]),
  );
  expect(await cluster().ledger.standing(email)).toEqual({ used: QUOTA, reserved: 0, billed: QUOTA });

  // It comes back as if nothing had happened.
  await cluster().restart(0);
});
