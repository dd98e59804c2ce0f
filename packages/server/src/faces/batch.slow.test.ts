import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { base64, postJson, type JsonResponse } from '../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';
import { usageOf } from '../accounts/usage/usage-of.test.fixture.js';

const PLANS = [
  { id: 'large', name: 'Large', calls_per_month: 1000, calls_per_second: 1000, burst: 1000 },
  { id: 'three', name: 'Three', calls_per_month: 3, calls_per_second: 1000, burst: 1000 },
  { id: 'paced', name: 'Paced', calls_per_month: 1000, calls_per_second: 20, burst: 1 },
  { id: 'slow', name: 'Slow', calls_per_month: 1000, calls_per_second: 0.001, burst: 2 },
];

let folder: string;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-plans-'));
  const file = join(folder, 'plans.json');
  await writeFile(file, JSON.stringify(PLANS));
  const users = ['order', 'rejected', 'lines', 'counted', 'leaving', 'late'].map((name) => ({
    apiKey: `batch-${name}`,
    plan: 'large',
  }));
  app = await runApp({
    env: { FACET_PLANS_FILE: file },
    users: [
      ...users,
      { apiKey: 'batch-three', plan: 'three' },
      { apiKey: 'batch-paced', plan: 'paced' },
      { apiKey: 'batch-slow', plan: 'slow' },
    ],
  });
});
afterEach(() => {
  app.engine.throws = null;
  app.engine.delayMs = 0;
  gateOf(() => null);
  app.engine.mostRunning = 0;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Asked by each call of the engine. */
function gateOf(get: () => Promise<void> | null): void {
  Object.defineProperty(app.engine, 'gate', { configurable: true, get });
}

const FACE = base64(FACE_IMAGE);
const NOBODY = base64(FACELESS_IMAGE);

const vectors = (img: unknown, user: string): Promise<JsonResponse> =>
  postJson(`${app.url}/get_face_vec`, { img }, { user_id: `batch-${user}` });

const codes = ({ body }: JsonResponse): string[] =>
  (body.data['results'] as { code: string }[]).map(({ code }) => code);

const usageOfUser = (user: string): ReturnType<typeof usageOf> => usageOf(app.accounts, `batch-${user}`);

const reserved = async (): Promise<number> =>
  (await app.accounts.database.db.selectFrom('reservation').select('id').execute()).length;

describe('a list of images', () => {
  it('gets results in its order, each with its own envelope', async () => {
    const list = [FACE, NOBODY, 'http://127.0.0.1/', FACE, 5, '', null, FACE];
    const response = await vectors(list, 'order');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'ok', code: '1000', message: 'Fetched vector data.' });
    expect(codes(response)).toEqual(['1000', '3001', '3201', '1000', '2006', '2001', '2006', '1000']);
    const { body: single } = await vectors(FACE, 'order');
    expect((response.body.data['results'] as unknown[])[0]).toEqual(single);
    const attributes = await postJson(
      `${app.url}/get_image_attr`,
      { image_attr: [NOBODY, FACE] },
      { user_id: 'batch-order' },
    );
    expect(codes(attributes)).toEqual(['1000', '1000']);
  });

  it('may have 32 images, of which a few are worked on at a time', async () => {
    app.engine.delayMs = 10;
    expect(codes(await vectors(Array(32).fill(FACE), 'order'))).toEqual(Array(32).fill('1000'));
    // No more than the queue lets through.
    expect(app.engine.mostRunning).toBe(2);
  });

  it.each([
    [[], '2001'],
    [Array(33).fill(FACE), '2002'],
  ])('is rejected as a whole if it is empty or too long', async (list, code) => {
    const { body, headers } = await vectors(list, 'rejected');
    expect(body.code).toBe(code);
    expect(headers.get('x-quota-remaining')).toBe('1000');
    expect(await reserved()).toBe(0);
  });

  it('is not accepted by Face Match', async () => {
    const { body } = await postJson(
      `${app.url}/match_faces`,
      { img_1: [FACE], img_2: FACE },
      { user_id: 'batch-rejected' },
    );
    expect(body.code).toBe('2006');
  });

  it('reports a bug in one image, without internals', async () => {
    app.engine.throws = new Error('secret');
    const response = await vectors([FACE, FACE], 'rejected');
    expect(codes(response)).toEqual(['5000', '5000']);
    expect(JSON.stringify(response.body)).not.toContain('secret');
    expect(app.log()).toContain('secret');
  });
});

describe('each image of a list', () => {
  it('is one call of the quota if its analysis ran', async () => {
    const { headers } = await vectors([FACE, NOBODY, 'no image!', FACE], 'counted');
    expect(await usageOfUser('counted')).toEqual({ used: 3, outcomes: { 1000: 2, 2003: 1, 3001: 1 } });
    expect(Number(headers.get('x-quota-remaining'))).toBeLessThanOrEqual(997);
    expect(await reserved()).toBe(0);
  });

  it('is rejected when the quota is used up, and earlier ones have results', async () => {
    const response = await vectors(Array(6).fill(FACE), 'three');
    expect(codes(response).toSorted()).toEqual(['1000', '1000', '1000', '4292', '4292', '4292']);
    expect(codes(response).slice(0, 1)).toEqual(['1000']);
    expect((await usageOfUser('three')).used).toBe(3);
    expect((await vectors([FACE], 'three')).body.code).toBe('4292');
  });

  it('waits for the rate limit of the plan', async () => {
    const began = performance.now();
    expect(codes(await vectors(Array(5).fill(FACE), 'paced'))).toEqual(Array(5).fill('1000'));
    // One at once, and one every 50 ms.
    expect(performance.now() - began).toBeGreaterThan(180);
  });

  it('is rejected if the rate limit would take longer than the deadline', async () => {
    const response = await vectors(Array(4).fill(FACE), 'slow');
    expect(codes(response).toSorted()).toEqual(['1000', '1000', '4291', '4291']);
    const rejected = (response.body.data['results'] as JsonResponse['body'][]).find(
      ({ code }) => code === '4291',
    );
    expect(rejected?.data['retryAfterSeconds']).toBeGreaterThan(0);
  });
});

/** A request whose answer can be read a bit at a time. */
function open(img: readonly string[], user: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      `${app.url}/get_face_vec`,
      {
        method: 'POST',
        headers: {
          user_id: `batch-${user}`,
          'content-type': 'application/json',
          accept: 'application/x-ndjson',
        },
      },
      resolve,
    );
    call.on('error', reject);
    call.end(JSON.stringify({ img }));
  });
}

describe('lines', () => {
  it('are the same results, one on each line', async () => {
    const response = await open([FACE, NOBODY, FACE], 'lines');
    expect(response.headers['content-type']).toBe('application/x-ndjson');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const lines = text.trimEnd().split('\n');
    const answer = await vectors([FACE, NOBODY, FACE], 'lines');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(answer.body.data['results']);
    expect(app.log()).toContain('"code":"1000"');
  });

  it('are sent as soon as they are available', async () => {
    const gates: (() => void)[] = [];
    const gate = (): Promise<void> => new Promise((resolve) => gates.push(resolve));
    gateOf(gate);
    const opening = open([FACE, FACE, FACE], 'lines');
    await expect.poll(() => gates.length).toBe(2);
    gates.shift()?.();
    const response = await opening;
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(
      String((await chunks.next()).value)
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1);
    // The others are still at work.
    await expect.poll(() => gates.length).toBe(2);
    for (const go of gates.splice(0)) go();
    let rest = '';
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      rest += String(next.value);
    expect(rest.trimEnd().split('\n')).toHaveLength(2);
  });

  it('end when the client disconnects: what had begun counts, and the rest never begins', async () => {
    let begun = 0;
    const gates: (() => void)[] = [];
    gateOf(() => (begun++ === 0 ? null : new Promise((resolve) => gates.push(resolve))));
    const response = await open(Array<string>(32).fill(FACE), 'leaving');
    await expect.poll(() => gates.length).toBe(2);
    response.destroy();
    // A client that has only closed its side would still read: that it has left shows with the next line.
    await expect
      .poll(async () => {
        gates.shift()?.();
        return app.engine.running + (await reserved());
      })
      .toBe(0);
    const { used, outcomes } = await usageOfUser('leaving');
    expect(used).toBe(begun);
    expect(begun).toBeLessThan(16);
    expect(outcomes).toHaveProperty('abandoned');
  });
});

it('a deadline in the middle gives the results so far, and rejects the rest', async () => {
  const late = await runApp({ env: { FACET_DEADLINE_MS: '1500' } });
  try {
    late.engine.delayMs = 400;
    const { body, status } = await postJson(`${late.url}/get_face_vec`, { img: Array(32).fill(FACE) });
    expect(status).toBe(200);
    const list = (body.data['results'] as { code: string }[]).map(({ code }) => code);
    expect(list[0]).toBe('1000');
    expect(list.at(-1)).toBe('5004');
    expect(new Set(list).size).toBeLessThanOrEqual(3);
  } finally {
    await late.close();
  }
});
