import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../accounts/usage/logged-requests.js';
import { base64, postJson, postVector } from '../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';

const PLANS = [
  { id: 'open', name: 'Open', calls_per_month: null, calls_per_second: null },
  { id: 'two', name: 'Two', calls_per_month: 2, calls_per_second: null },
];

let folder: string;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-plans-'));
  const file = join(folder, 'plans.json');
  await writeFile(file, JSON.stringify(PLANS));
  app = await runApp({
    env: { FACET_PLANS_FILE: file },
    users: [
      { apiKey: 'the-logged-one', plan: 'open' },
      { apiKey: 'the-one-with-two', plan: 'two' },
      { apiKey: 'the-one-without-a-plan' },
      { apiKey: 'the-leaving-one', plan: 'open' },
    ],
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const linesOf = async (account: string): Promise<string[]> => {
  await app.accounts.requestLog.write();
  const { requests } = await app.accounts.loggedRequests.page(account, {
    limit: 100,
    before: null,
    failedOnly: false,
    filter: NO_FILTER,
  });
  return requests.map(({ operation, status, code }) => `${operation} ${status} ${code}`).reverse();
};

const vector = (img: unknown, user_id: string): ReturnType<typeof postJson> =>
  postJson(`${app.url}/get_face_vec`, { img }, { user_id });

describe('the request log holds', () => {
  it('calls of every outcome, with the request id of the response', async () => {
    const user = 'the-logged-one';
    const responses = [
      await vector(base64(FACE_IMAGE), user),
      await vector(base64(FACELESS_IMAGE), user),
      await vector('', user),
      await postJson(`${app.url}/match_faces`, { img_1: base64(FACE_IMAGE) }, { user_id: user }),
    ];
    await expect
      .poll(() => linesOf('account-0'), { timeout: 15_000 })
      .toEqual([
        '/get_face_vec 200 1000',
        '/get_face_vec 422 3001',
        '/get_face_vec 400 2001',
        '/match_faces 400 2001',
      ]);
    const { requests } = await app.accounts.loggedRequests.page('account-0', {
      limit: 100,
      before: null,
      failedOnly: false,
      filter: NO_FILTER,
    });
    expect(requests.map(({ requestId }) => requestId).reverse()).toEqual(
      responses.map(({ headers }) => headers.get('x-request-id')),
    );
    for (const { ms, at, keyName } of requests) {
      expect(keyName).toBe('default');
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(Math.abs(Date.now() - at)).toBeLessThan(600_000);
    }
  });

  it('calls that the plan rejects', async () => {
    const calls = [1, 2, 3].map(() => postVector(app.url, 'the-one-with-two'));
    await Promise.all(calls);
    await expect
      .poll(async () => (await linesOf('account-1')).sort(), { timeout: 15_000 })
      .toEqual(['/get_face_vec 200 1000', '/get_face_vec 200 1000', '/get_face_vec 429 4292']);
    await postVector(app.url, 'the-one-without-a-plan');
    await expect.poll(() => linesOf('account-2'), { timeout: 15_000 }).toEqual(['/get_face_vec 403 4003']);
  });

  it('calls whose client left', async () => {
    const { engine } = app;
    let open: () => void = () => undefined;
    engine.gate = new Promise<void>((resolve) => (open = resolve));
    const leaving = new AbortController();
    const left = postVector(app.url, 'the-leaving-one', leaving.signal).catch(() => 'left');
    await expect.poll(() => engine.running, { timeout: 15_000 }).toBe(1);
    leaving.abort();
    expect(await left).toBe('left');
    await expect.poll(() => linesOf('account-3'), { timeout: 15_000 }).toEqual(['/get_face_vec 499 ']);
    open();
    engine.gate = null;
  });

  it('nothing of callers who are unknown, and neither API keys, images nor vectors', async () => {
    await vector(base64(FACE_IMAGE), 'nobody-has-this-id');
    await vector(base64(FACE_IMAGE), '');
    // Whoever sends an API key as the request id.
    await postJson(
      `${app.url}/get_face_vec?query=${base64(FACE_IMAGE).slice(0, 20)}`,
      { img: base64(FACE_IMAGE) },
      { user_id: 'the-logged-one', 'x-request-id': 'the-logged-one' },
    );
    await expect.poll(async () => (await linesOf('account-0')).length, { timeout: 15_000 }).toBe(5);
    const rows = await app.accounts.database.db.selectFrom('request_log').selectAll().execute();
    const text = JSON.stringify(rows);
    expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(
      new Set(['account-0', 'account-1', 'account-2', 'account-3']),
    );
    for (const secret of ['the-logged-one', 'the-one-with-two', base64(FACE_IMAGE).slice(0, 20)])
      expect(text).not.toContain(secret);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'account_id',
      'at',
      'code',
      'id',
      'key_name',
      'ms',
      'operation',
      'request_id',
      'status',
    ]);
  });
});
