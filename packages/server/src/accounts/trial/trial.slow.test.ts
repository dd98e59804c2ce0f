import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResponse, base64, postVector, type JsonResponse } from '../../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE, OTHER_FACE_IMAGE } from '../../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../../running-app.test.fixture.js';

/** A service for the tests of one group. */
function useApp(env: Readonly<Record<string, string>>): () => RunningApp {
  let app: RunningApp | undefined;
  beforeAll(async () => {
    app = await runApp({ env });
  });
  afterAll(() => app?.close());
  return () => {
    if (app === undefined) throw new Error('The service is started before the first test, not earlier.');
    return app;
  };
}

interface TrialRequest {
  readonly path?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const ANALYSE = { image_attr: base64(FACE_IMAGE) };

/** As a browser sends it from the portal's own page. */
const fromPortal = ({ url }: RunningApp): Record<string, string> => ({
  origin: url,
  'sec-fetch-site': 'same-origin',
});

async function trial(
  app: RunningApp,
  { path = '/get_image_attr', fields = ANALYSE, headers = fromPortal(app) }: TrialRequest = {},
): Promise<JsonResponse> {
  return readResponse(
    await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    }),
  );
}

async function metricOf({ url }: RunningApp, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

/** Metrics are a moment old at times. */
const expectMetric = (app: RunningApp, name: string, value: number): Promise<void> =>
  expect.poll(() => metricOf(app, name), { timeout: 15_000 }).toBe(value);

/** The engine ends no call before the door is opened. */
function closeDoor({ engine }: RunningApp): () => void {
  let open: () => void = () => undefined;
  engine.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    engine.gate = null;
    open();
  };
}

const codeOf = ({ status, body }: JsonResponse): string => `${status} ${body.code}`;

describe('a trial call', () => {
  const app = useApp({
    FACET_CORS_ORIGINS: 'https://app.example',
    FACET_URL_ALLOW: '127.0.0.1',
    FACET_TRIAL_MAX_IMAGE_BYTES: '2048',
    FACET_TRIAL_MAX_PIXELS: '5000',
  });

  it('gets the response of the operation, without an API key', async () => {
    const faces = await trial(app());
    expect(codeOf(faces)).toBe('200 1000');
    expect(faces.body.message).toBe('Fetched attributes.');
    const pair = { img_1: base64(FACE_IMAGE), img_2: base64(OTHER_FACE_IMAGE) };
    const match = await trial(app(), { path: '/match_faces?details=1', fields: pair });
    expect(match.body.data).toMatchObject({ status: 'match', details: { threshold: 0.5 } });
    const vector = await trial(app(), { path: '/get_face_vec', fields: { img: base64(FACE_IMAGE) } });
    expect(vector.body.data['vector']).toHaveLength(128);
    const none = await trial(app(), { path: '/get_face_vec', fields: { img: base64(FACELESS_IMAGE) } });
    expect(codeOf(none)).toBe('422 3001');
    await expectMetric(app(), 'facet_trial_calls_left', 2996);
  });

  it('may be a form with files', async () => {
    const form = new FormData();
    form.append('image_attr', new Blob([Uint8Array.from(FACE_IMAGE)]), 'photo.jpg');
    const response = await fetch(`${app().url}/get_image_attr`, {
      method: 'POST',
      headers: fromPortal(app()),
      body: form,
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['says nothing of where it comes from', {}],
    ['comes from another site', { origin: 'https://evil.example' }],
    ['comes from another page, as its browser says', { 'sec-fetch-site': 'cross-site' }],
    ['comes from a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['comes from a site that may call with an API key', { origin: 'https://app.example' }],
  ])('needs an API key if it %s', async (_, headers) => {
    const { finished } = app().engine;
    expect(codeOf(await trial(app(), { headers }))).toBe('401 4001');
    expect(app().engine.finished).toBe(finished);
  });

  it('is rejected at an unknown host name', async () => {
    expect(await statusAtName(app(), 'rebound.example')).toBe(403);
    expect(await statusAtName(app(), 'localhost')).toBe(200);
  });

  it('fetches nothing', async () => {
    const response = await trial(app(), { fields: { image_attr: `${app().url}/healthz` } });
    expect(codeOf(response)).toBe('422 3201');
    expect(response.body.message).toMatch(/only for callers with an account/);
    expect(app().log()).not.toContain('"/healthz"');
  });

  it('is one image, not a list', async () => {
    const { finished } = app().engine;
    const response = await trial(app(), { fields: { image_attr: [base64(FACE_IMAGE), base64(FACE_IMAGE)] } });
    expect(codeOf(response)).toBe('400 2002');
    expect(app().engine.finished).toBe(finished);
  });

  it('has smaller limits of bytes, pixels and decoding than other calls', async () => {
    const large = await trial(app(), { fields: { image_attr: base64(Buffer.alloc(2049, 'F')) } });
    expect([codeOf(large), large.body.data['limitBytes']]).toEqual(['413 2007', 2048]);
    const endless = await trial(app(), { fields: { image_attr: base64(Buffer.alloc(30_000, 'F')) } });
    expect(codeOf(endless)).toBe('413 2007');
    await trial(app());
    expect(app().engine.maxPixels).toBe(5000);
    expect(app().engine.decodeMs).toBeLessThan(400);
    await postVector(app().url);
    expect(app().engine.maxPixels).toBeUndefined();
    expect(app().engine.decodeMs).toBeUndefined();
  });

  it('stores nothing but a count', async () => {
    await trial(app());
    const { db } = app().accounts.database;
    const usage = await db
      .selectFrom('usage_day')
      .where('operation', '=', '/get_image_attr')
      .selectAll()
      .execute();
    expect(usage).toEqual([]);
    const lines = app()
      .log()
      .split('\n')
      .filter((line) => line.includes('"/get_image_attr"'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toContain('127.0.0.1');
  });

  it('is offered to the portal, with its limits', async () => {
    const { body } = await readResponse(await fetch(`${app().url}/account/service`));
    expect(body.data).toMatchObject({ trial: true, trial_max_image_bytes: 2048, trial_max_pixels: 5000 });
  });
});

describe('with FACET_TRIAL=off', () => {
  const app = useApp({ FACET_TRIAL: 'off' });

  it('there are no trial calls, and none are offered', async () => {
    expect(codeOf(await trial(app()))).toBe('401 4001');
    const { body } = await readResponse(await fetch(`${app().url}/account/service`));
    expect(body.data).toMatchObject({ trial: false, trial_max_image_bytes: null, trial_max_pixels: null });
  });
});

describe('the calls per hour', () => {
  const app = useApp({
    FACET_TRIAL_CALLS_PER_NETWORK: '2',
    FACET_TRIAL_CALLS: '7',
    FACET_TRUST_PROXY: '1',
  });
  const from = (address: string, fields: TrialRequest['fields'] = ANALYSE): Promise<JsonResponse> =>
    trial(app(), { fields, headers: { ...fromPortal(app()), 'x-forwarded-for': address } });

  it('run out for a network, then for all, before a body is read', async () => {
    expect((await from('203.0.113.7')).status).toBe(200);
    expect((await from('203.0.113.7')).status).toBe(200);
    const third = await from('203.0.113.7');
    expect(codeOf(third)).toBe('429 4294');
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(1000);
    expect((await from('203.0.113.8')).status).toBe(200);
    // The addresses of one household are one network.
    expect((await from('2001:db8:1:2::1')).status).toBe(200);
    expect((await from('2001:db8:1:2::2')).status).toBe(200);
    expect((await from('2001:db8:1:2:ffff::3')).status).toBe(429);
    // Nobody chooses an address by writing more of them into the header.
    expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(429);
    expect((await from('203.0.113.9')).status).toBe(200);
    expect((await from('203.0.113.10')).status).toBe(200);
    const eighth = await from('203.0.113.11', { image_attr: 5 });
    expect(codeOf(eighth)).toBe('429 4294');
    expect((await postVector(app().url)).status).toBe(200);
    await expectMetric(app(), 'facet_trial_rejections_total{bound="calls-of-network"}', 3);
    await expectMetric(app(), 'facet_trial_rejections_total{bound="calls"}', 1);
  });
});

describe('a call that takes too long', () => {
  const app = useApp({ FACET_TRIAL_DEADLINE_MS: '3000' });

  it('ends at the deadline of the trial, and frees its slot', async () => {
    app().engine.delayMs = 600_000;
    expect(codeOf(await trial(app()))).toBe('504 5004');
    app().engine.delayMs = 0;
    await expectMetric(app(), 'facet_trial_running', 0);
    await expectMetric(app(), 'facet_trial_open', 0);
    expect(await metricOf(app(), 'facet_trial_work_seconds_total')).toBeGreaterThan(0);
  });
});

describe('beside callers with an API key', () => {
  const app = useApp({ FACET_TRIAL_OPEN_PER_NETWORK: '6', FACET_TRIAL_DEADLINE_MS: '60000' });

  it('trial calls get one of two workers, and the others only when nobody else waits', async () => {
    const openDoor = closeDoor(app());
    // One caller has a worker; the other worker is free for strangers.
    const first = postVector(app().url);
    await expectMetric(app(), 'facet_queue_running', 1);
    const strangers = Array.from({ length: 6 }, () => trial(app()));
    await expectMetric(app(), 'facet_trial_open', 6);
    expect((await trial(app())).status).toBe(429);
    await expectMetric(app(), 'facet_trial_running', 1);
    expect(app().engine.running).toBe(2);
    const paying = Array.from({ length: 6 }, () => postVector(app().url));
    // The running trial call is cancelled, but this engine ignores that.
    await expectMetric(app(), 'facet_queue_waiting', 6);
    openDoor();
    for (const { status } of await Promise.all([first, ...strangers, ...paying])) expect(status).toBe(200);
    const { begun } = app().engine;
    expect(begun.slice(0, 2)).toEqual(['vector', 'analyse']);
    expect(begun.slice(2, 8)).toEqual(Array.from({ length: 6 }, () => 'vector'));
    expect(begun.slice(8)).toEqual(Array.from({ length: 5 }, () => 'analyse'));
    await expectMetric(app(), 'facet_trial_open', 0);
  });

  it('bodies that never end do not affect log-ins and other calls', async () => {
    const bodies = Array.from({ length: 6 }, () => openBody(app()));
    await expectMetric(app(), 'facet_trial_open', 6);
    const logIn = await readResponse(
      await fetch(`${app().url}/account/log-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'not the one at all' }),
      }),
    );
    expect(logIn.status).toBe(401);
    expect((await postVector(app().url)).status).toBe(200);
    for (const body of bodies) body.destroy();
    await expectMetric(app(), 'facet_trial_open', 0);
  });
});

/** A call whose browser was led here by this name. */
const statusAtName = ({ port }: RunningApp, name: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = `${name}:${port}`;
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    httpRequest({ host: '127.0.0.1', port, path: '/get_image_attr', method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(JSON.stringify(ANALYSE));
  });

/** A trial call whose body never ends. */
function openBody({ port, url }: RunningApp): { destroy: () => void } {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/get_image_attr',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'content-length': '5000000' },
  });
  request.on('error', () => undefined);
  request.write('{"image_attr":"');
  return {
    destroy: () => {
      request.destroy();
    },
  };
}
