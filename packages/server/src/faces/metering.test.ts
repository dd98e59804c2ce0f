import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '@facet/engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { base64, postJson, postVector } from '../calls.test.fixture.js';
import { crowdOf, FACE_IMAGE, FACELESS_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';
import { usageOf } from '../accounts/usage/usage-of.test.fixture.js';
import { LIMIT_HEADERS } from '../http/counted-call.js';

const PLANS = [
  { id: 'large', name: 'Large', calls_per_month: 1000, calls_per_second: 100, burst: 100 },
  { id: 'two', name: 'Two', calls_per_month: 2, calls_per_second: 100, burst: 100 },
  { id: 'ten', name: 'Ten', calls_per_month: 10, calls_per_second: 0.001, burst: 20 },
  { id: 'free', name: 'Free', calls_per_month: null, calls_per_second: null },
  { id: 'slow', name: 'Slow', calls_per_month: 1000, calls_per_second: 0.001, burst: 1 },
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
      { apiKey: 'the-rejected-one', plan: 'large' },
      { apiKey: 'the-counted-one', plan: 'large' },
      { apiKey: 'the-metered-one', plan: 'large' },
      { apiKey: 'the-leaving-one', plan: 'large' },
      { apiKey: 'the-unlimited-one', plan: 'free' },
      { apiKey: 'the-one-with-two', plan: 'two' },
      { apiKey: 'the-slow-one', plan: 'slow' },
      { apiKey: 'the-late-one', plan: 'large' },
      { apiKey: 'the-unsettled-one', plan: 'large' },
      { apiKey: 'the-one-with-crowds', plan: 'ten' },
      { apiKey: 'the-one-with-lists', plan: 'large' },
    ],
  });
});
afterEach(() => {
  app.engine.throws = null;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** With headers that `fetch` would not send. */
function postRaw(headers: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}/get_face_vec`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, ...response.headers });
    });
    call.on('error', reject);
    call.end('x');
  });
}

const vector = (img: unknown, user_id: string, query = ''): ReturnType<typeof postJson> =>
  postJson(`${app.url}/get_face_vec${query}`, { img }, { user_id });

const shown = (headers: Headers): string[] => LIMIT_HEADERS.filter((name) => headers.has(name));

describe('a photo of which many faces get vectors', () => {
  const attributes = (image_attr: unknown, user_id: string, query: string): ReturnType<typeof postJson> =>
    postJson(`${app.url}/get_image_attr?return_attributes=vector&${query}`, { image_attr }, { user_id });
  const facts = ({ headers, body }: Awaited<ReturnType<typeof postJson>>): object => ({
    vectors: JSON.stringify(body).split('"vector":').length - 1,
    calls: headers.get('x-quota-calls'),
    left: headers.get('x-quota-remaining'),
    rate: headers.get('ratelimit-remaining'),
  });

  it('is a call for every eight faces, reserved beforehand and settled by the faces', async () => {
    const user = 'the-one-with-crowds';
    const crowd = (faces: number): string => base64(crowdOf(faces));
    // As ever: the first eight, for one call.
    expect(facts(await attributes(crowd(40), user, ''))).toEqual({
      vectors: 8,
      calls: null,
      left: '9',
      rate: '19',
    });
    const asked = facts(await attributes(crowd(40), user, 'max_faces=20'));
    expect(asked).toEqual({ vectors: 20, calls: '3', left: '6', rate: '16' });
    // Five were reserved; the rate of the others comes back, too.
    const found = facts(await attributes(crowd(9), user, 'max_faces=40'));
    expect(found).toMatchObject({ vectors: 9, calls: '2', left: '4' });
    expect(facts(await attributes(base64(FACELESS_IMAGE), user, 'max_faces=32'))).toMatchObject({
      vectors: 0,
      calls: '1',
      left: '3',
    });
    expect(facts(await attributes('####', user, 'max_faces=24'))).toMatchObject({ calls: null, left: '3' });
    const begun = app.engine.begun.length;
    const refused = await attributes(crowd(1), user, 'max_faces=40');
    expect(refused).toMatchObject({ status: 429, body: { code: '4292' } });
    expect(refused.body.message).toContain('may take 5 calls, and the plan allows 3 more');
    expect(app.engine.begun).toHaveLength(begun);
    // The refusal is not remembered for requests that are small enough.
    expect(facts(await attributes(crowd(40), user, 'max_faces=24'))).toMatchObject({
      vectors: 24,
      left: '0',
    });
    expect(await usageOf(app.accounts, user)).toMatchObject({ used: 10 });
    // Only that of what was counted or rejected is gone.
    expect((await attributes(crowd(1), user, '')).headers.get('ratelimit-remaining')).toBe('9');
  });

  it('is so in a list, too, and reserves no more than the vectors need', async () => {
    const user = 'the-one-with-lists';
    const list = [base64(crowdOf(17)), base64(FACE_IMAGE)];
    const { headers } = await attributes(list, user, 'max_faces=40');
    expect(headers.get('x-quota-calls')).toBe('4');
    expect((await usageOf(app.accounts, user)).used).toBe(4);
    for (const query of ['max_faces=40&bboxes=1,1,50,50', 'max_faces=0'])
      expect((await attributes(base64(FACE_IMAGE), user, query)).headers.get('x-quota-calls')).toBeNull();
    expect(await app.accounts.database.db.selectFrom('reservation').selectAll().execute()).toEqual([]);
  });
});

describe('what the plan still allows', () => {
  it('is in every response to a known account', async () => {
    const user = 'the-counted-one';
    const responses = [
      await vector(base64(FACE_IMAGE), user),
      await vector(base64(FACELESS_IMAGE), user),
      await vector(base64(FACE_IMAGE), user, '?face_det=2'),
      await vector('', user),
      await vector('http://127.0.0.1/', user),
      await postJson(`${app.url}/get_face_vec`, '{', { user_id: user }),
    ];
    app.engine.throws = new EngineError('engine-busy');
    responses.push(await vector(base64(FACE_IMAGE), user));
    app.engine.throws = new Error('a bug');
    responses.push(await vector(base64(FACE_IMAGE), user));
    expect(responses.map(({ status }) => status)).toEqual([200, 422, 400, 400, 422, 400, 503, 500]);
    for (const { headers, status } of responses)
      expect(shown(headers), String(status)).toEqual(LIMIT_HEADERS);
  });

  it('still includes a call that does not count', async () => {
    const user = 'the-metered-one';
    const left = async (response: ReturnType<typeof postJson>): Promise<unknown[]> => {
      const { status, headers } = await response;
      return [status, headers.get('x-quota-remaining')];
    };
    // Never above the limit, however often.
    expect(await left(vector('', user))).toEqual([400, '1000']);
    expect(await left(vector(base64(FACE_IMAGE), user, '?face_det=2'))).toEqual([400, '1000']);
    const rejected = await postRaw({ user_id: user, 'content-type': 'text/plain' });
    expect([rejected['status'], rejected['x-quota-remaining']]).toEqual([415, '1000']);
    expect(await left(vector(base64(FACE_IMAGE), user))).toEqual([200, '999']);
    expect(await left(vector(base64(FACELESS_IMAGE), user))).toEqual([422, '998']);
    for (const [failure, status] of [
      [new EngineError('engine-busy'), 503],
      [new Error('a bug'), 500],
    ] as const) {
      app.engine.throws = failure;
      expect(await left(vector(base64(FACE_IMAGE), user))).toEqual([status, '998']);
    }
  });

  it('is not sent if there is no limit', async () => {
    const user = 'the-unlimited-one';
    for (const response of [await vector(base64(FACE_IMAGE), user), await vector('', user)])
      expect(shown(response.headers), String(response.status)).toEqual([]);
  });

  it('is in rejections by the plan, with Retry-After', async () => {
    const user = 'the-one-with-two';
    for (const remaining of ['1', '0']) {
      const { headers, status } = await postVector(app.url, user);
      expect([status, headers.get('x-quota-remaining')]).toEqual([200, remaining]);
    }
    await postVector(app.url, 'the-slow-one');
    for (const [id, code] of [
      [user, '4292'],
      ['the-slow-one', '4291'],
    ] as const) {
      const { headers, status, body } = await postVector(app.url, id);
      expect([status, body.code]).toEqual([429, code]);
      expect(shown(headers)).toEqual(LIMIT_HEADERS);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

it('an analysed call that may have been counted has no Retry-After, and releases nothing', async () => {
  let open: () => void = () => undefined;
  app.engine.gate = new Promise<void>((resolve) => (open = resolve));
  const call = vector(base64(FACE_IMAGE), 'the-unsettled-one');
  await expect.poll(() => app.engine.running).toBe(1);
  // As after a connection that broke while the settlement was committed: the reservation is no longer there.
  await app.accounts.database.db.deleteFrom('reservation').execute();
  open();
  app.engine.gate = null;
  const { status, body, headers } = await call;
  expect([status, body.code]).toEqual([503, '5003']);
  expect(headers.get('retry-after')).toBeNull();
  expect(headers.get('x-quota-remaining')).toBe('999');
});

describe('the quota', () => {
  it('is not used by rejected calls, whatever rejects them', async () => {
    const user_id = 'the-rejected-one';
    // Rejected by the framework, between the meter and the operation.
    for (const type of ['garbage', 'a b/c', 'multipart/form-data', 'text/plain', '']) {
      const response = await postRaw({ user_id, 'content-type': type });
      expect([response['status'], response['x-quota-limit']], type).toEqual([
        type.startsWith('multi') ? 400 : 415,
        '1000',
      ]);
    }
    app.engine.throws = new Error('a bug');
    expect((await vector(base64(FACE_IMAGE), user_id)).status).toBe(500);
    app.engine.throws = null;
    expect((await vector(base64(FACE_IMAGE), user_id)).headers.get('x-quota-remaining')).toBe('999');
  });

  it('is used by a call whose client disconnects during the analysis, but not before it', async () => {
    const user_id = 'the-leaving-one';
    const usage = (): ReturnType<typeof usageOf> => usageOf(app.accounts, user_id);
    // It sends its body only in part, so that nothing has begun yet.
    const leaving = request(`${app.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id, 'content-type': 'application/json', 'content-length': '1000' },
    });
    leaving.on('error', () => undefined);
    leaving.write('{');
    const reserved = async (): Promise<number> =>
      (await app.accounts.database.db.selectFrom('reservation').select('id').execute()).length;
    await expect.poll(reserved).toBe(1);
    leaving.destroy();
    await expect.poll(usage).toEqual({ outcomes: { gone: 1 }, used: 0 });

    let open: () => void = () => undefined;
    app.engine.gate = new Promise<void>((resolve) => (open = resolve));
    const hangUp = new AbortController();
    const call = fetch(`${app.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id, 'content-type': 'application/json' },
      body: JSON.stringify({ img: base64(FACE_IMAGE) }),
      signal: hangUp.signal,
    });
    await expect.poll(() => app.engine.running).toBe(1);
    hangUp.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(usage).toEqual({
      outcomes: { abandoned: 1, gone: 1 },
      used: 1,
    });
    open();
    app.engine.gate = null;
  });

  it('is used by every call whose analysis ran, with or without a face', async () => {
    const left = async (img: Uint8Array): Promise<number> =>
      Number((await vector(base64(img), 'the-counted-one')).headers.get('x-quota-remaining'));
    const first = await left(FACELESS_IMAGE);
    expect([await left(FACE_IMAGE), await left(FACE_IMAGE)]).toEqual([first - 1, first - 2]);
  });

  it('is used by a call whose time or memory ran out while it was decoded or analysed', async () => {
    const late = async (): Promise<unknown[]> => {
      const { status, headers } = await vector(base64(FACE_IMAGE), 'the-late-one');
      return [status, headers.get('x-quota-remaining')];
    };
    app.engine.throws = new EngineError('image-decode-timeout', { seconds: 10 });
    expect(await late()).toEqual([504, '999']);
    app.engine.throws = new EngineError('image-decode-memory', { limit: 256 });
    expect(await late()).toEqual([413, '998']);
    app.engine.throws = null;
    expect(await late()).toEqual([200, '997']);
    // By days as in the quota: calls with these codes that do not count have the codes as their outcomes.
    expect(await usageOf(app.accounts, 'the-late-one')).toEqual({
      outcomes: { '1000': 1, unfinished: 2 },
      used: 3,
    });
  });
});
