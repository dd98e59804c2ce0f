import { setTimeout as sleep } from 'node:timers/promises';
import { signUp } from '@facet/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makePhoto, tally, type Photo } from './shared/call.js';
import { SECRET, startCluster, type Cluster, type Member } from './shared/cluster.js';
import { Load } from './shared/load.js';
import { FAIL_TIMEOUT_MS } from './shared/nginx.js';
import { UNLIMITED_PLAN } from './shared/plans.js';
import { until } from './shared/until.js';

const NEW_SECRET = 'another secret, which replaces that of the cluster';
const CALLERS = 2;
const PAUSE_MS = 300;
const CALLS_BETWEEN = 5;

let cluster: Cluster;
let photo: Photo;
beforeAll(async () => {
  cluster = await startCluster();
  photo = await makePhoto();
});
afterAll(() => cluster.stop());

it('the secret changes under load, step by step as in docs/operating.md, and nobody is rejected', async () => {
  const { url } = cluster.nginx;
  const { apiKey, cookie } = await signUp(url, 'before', UNLIMITED_PLAN);
  const load = new Load({ url, apiKey, photo, callers: CALLERS, pauseMs: PAUSE_MS });
  const moreCalls = async (): Promise<void> => {
    const before = load.succeeded;
    await until('calls succeed', () => load.succeeded >= before + CALLS_BETWEEN);
  };
  const cookies = [cookie];
  let visitors = 0;
  // Two servers are enough, and quicker.
  await cluster.members[2]?.service.stop();
  const members = (): readonly Member[] => cluster.members.slice(0, 2);
  /** Restarts all servers, one after the other, with these secrets; each restart is followed by a sign-up. */
  const restartAll = async (env: Readonly<Record<string, string>>): Promise<void> => {
    for (const [n, { service }] of members().entries()) {
      await service.stop();
      await cluster.restart(n, { env });
      await Promise.all([moreCalls(), sleep(FAIL_TIMEOUT_MS)]);
      const added = await signUp(url, `visitor-${String((visitors += 1))}`, UNLIMITED_PLAN);
      cookies.push(added.cookie);
      for (const { service: each } of members()) {
        for (const id of [apiKey, added.apiKey])
          expect((await call(each.url, photo, { user_id: id })).code).toBe('1000');
        for (const known of cookies)
          expect((await fetch(`${each.url}/account`, { headers: { cookie: known } })).status).toBe(200);
      }
    }
  };
  try {
    await restartAll({ FACET_SECRET_FALLBACK: NEW_SECRET });
    await restartAll({ FACET_SECRET: NEW_SECRET, FACET_SECRET_FALLBACK: SECRET });
    await cluster.members[0]?.service.admin('secret', 'rotate', '--yes');
    await moreCalls();
    // A week later: whoever is logged in has a new cookie.
    cookies.splice(0, Infinity, (await signUp(url, 'later', UNLIMITED_PLAN)).cookie);
    await restartAll({ FACET_SECRET: NEW_SECRET });
  } finally {
    await load.stop();
  }
  expect(tally(load.failed.map(({ outcome }) => outcome))).toEqual(new Map());
});
