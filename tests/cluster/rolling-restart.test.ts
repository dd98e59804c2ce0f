import { setTimeout as sleep } from 'node:timers/promises';
import { signUp } from '@facet/test-support';
import { expect, it } from 'vitest';
import { makePhoto, tally } from './shared/call.js';
import { useCluster } from './shared/cluster.js';
import { Load } from './shared/load.js';
import { FAIL_TIMEOUT_MS } from './shared/nginx.js';
import { UNLIMITED_PLAN } from './shared/plans.js';
import { until } from './shared/until.js';

const CALLERS = 4;
/** Leaves the machine some room for starting a server. */
const PAUSE_MS = 100;
/** Enough that every server has had some. */
const CALLS_BETWEEN = 15;

const cluster = useCluster();

it('every server restarts in turn under load, and no call fails', async () => {
  const { url } = cluster().nginx;
  const { apiKey, email } = await signUp(url, 'restart', UNLIMITED_PLAN);
  const load = new Load({ url, apiKey, photo: await makePhoto(), callers: CALLERS, pauseMs: PAUSE_MS });
  const moreCalls = async (): Promise<void> => {
    const before = load.succeeded;
    await until('calls succeed', () => load.succeeded >= before + CALLS_BETWEEN);
  };
  const exits: (number | null | undefined)[] = [];
  try {
    await moreCalls();
    for (const [n, { service }] of cluster().members.entries()) {
      exits.push(await service.stop());
      await moreCalls();
      await cluster().restart(n);
      // As docs/operating.md says: otherwise nginx could avoid two servers when the third one stops.
      await Promise.all([moreCalls(), sleep(FAIL_TIMEOUT_MS)]);
    }
  } finally {
    await load.stop();
  }
  expect(tally(load.failed.map(({ outcome }) => outcome))).toEqual(new Map());
  expect(exits).toEqual([0, 0, 0]);
  // All three have served calls, and every call was counted once.
  expect(new Set(load.sent.flatMap(({ tried }) => tried.slice(-1))).size).toBe(3);
  const answered = load.sent.length;
  expect(await cluster().ledger.standing(email)).toEqual({ used: answered, reserved: 0, billed: answered });
});
