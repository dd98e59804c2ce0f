import { setTimeout as sleep } from 'node:timers/promises';
import { signUp } from '@facet/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePhoto, tally } from './shared/call.js';
import { startCluster, type Cluster } from './shared/cluster.js';
import { Load } from './shared/load.js';
import { makeNextVersion, NEXT_STEP, NEXT_VERSION, type NextVersion } from './shared/next-version.js';
import { FAIL_TIMEOUT_MS } from './shared/nginx.js';
import { UNLIMITED_PLAN } from './shared/plans.js';
import { until } from './shared/until.js';

const CALLERS = 4;
/** Leaves the machine some room for starting a server. */
const PAUSE_MS = 100;
const CALLS_EACH = 15;

let next: NextVersion;
let cluster: Cluster;
beforeAll(async () => {
  next = await makeNextVersion();
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster.stop();
  await next.remove();
});

async function versions(): Promise<string[]> {
  const found: string[] = [];
  for (const { service } of cluster.members) {
    const response = await fetch(`${service.url}/openapi.json`);
    found.push(((await response.json()) as { info: { version: string } }).info.version);
  }
  return found;
}

it('old and new servers work side by side, and an old one can return to the tables of a new one', async () => {
  const { url } = cluster.nginx;
  const { apiKey, email, cookie } = await signUp(url, 'versions', UNLIMITED_PLAN);
  const [old = ''] = await versions();
  expect(old).not.toBe(NEXT_VERSION);
  const load = new Load({ url, apiKey, photo: await makePhoto(), callers: CALLERS, pauseMs: PAUSE_MS });
  const moreCalls = async (): Promise<void> => {
    const before = load.succeeded;
    await Promise.all([
      until('calls succeed', () => load.succeeded >= before + CALLS_EACH),
      sleep(FAIL_TIMEOUT_MS),
    ]);
  };
  try {
    await moreCalls();
    // The update of the first server changes the tables under the two old ones.
    await cluster.members[0]?.service.stop();
    await cluster.restart(0, { main: next.main });
    expect(await cluster.ledger.steps()).toContain(NEXT_STEP);
    expect(await versions()).toEqual([NEXT_VERSION, old, old]);
    await moreCalls();
    // An old server that crashes or is moved meanwhile starts on tables that it does not know.
    await cluster.members[1]?.service.stop();
    const returned = await cluster.restart(1);
    expect(returned.log()).toContain(NEXT_STEP);
    await moreCalls();
    // And the update can be taken back.
    await cluster.members[0]?.service.stop();
    await cluster.restart(0);
    expect(await versions()).toEqual([old, old, old]);
    await moreCalls();
    // Accounts work on the newer tables, too.
    const later = await signUp(url, 'versions-later', UNLIMITED_PLAN);
    expect(later.apiKey).not.toBe(apiKey);
    expect((await fetch(`${url}/account`, { headers: { cookie } })).status).toBe(200);
  } finally {
    await load.stop();
  }
  expect(tally(load.failed.map(({ outcome }) => outcome))).toEqual(new Map());
  const answered = load.sent.length;
  expect(await cluster.ledger.standing(email)).toEqual({ used: answered, reserved: 0, billed: answered });
});
