import { setTimeout as sleep } from 'node:timers/promises';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMIT_HEADERS } from './counted-call.js';
import { base64, postJson, postVector, type JsonResponse } from '../calls.test.fixture.js';
import { deferred } from './body/body-stream.js';
import { FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { OTHER_API_KEY, runApp, API_KEY, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;
afterEach(() => app.close());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const codes = (responses: readonly JsonResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { body } of responses) counts[body.code] = (counts[body.code] ?? 0) + 1;
  return counts;
};

describe('the deadline', () => {
  it('responds with 504 and cancels the work of the engine', async () => {
    app = await runApp({ env: { FACET_DEADLINE_MS: '150' } });
    app.engine.delayMs = 60_000;
    const response = await postVector(app.url);
    expect(response).toMatchObject({ status: 504, body: { code: '5004' } });
    await expect.poll(() => app.engine).toMatchObject({ running: 0, aborted: 1, finished: 0 });
  });

  it('also ends the wait in the queue and the wait for a body', async () => {
    app = await runApp({ env: { FACET_DEADLINE_MS: '200' } });
    app.engine.delayMs = 60_000;
    const responses = await Promise.all(Array.from({ length: 6 }, () => postVector(app.url)));
    expect(codes(responses)).toEqual({ '5004': 6 });
    expect(app.engine).toMatchObject({ running: 0, finished: 0 });

    const status = await new Promise((resolve, reject) => {
      const slow = httpRequest(`${app.url}/get_face_vec`, {
        method: 'POST',
        headers: { user_id: API_KEY, 'content-type': 'application/json', 'content-length': 100 },
      });
      slow.on('response', (response) => {
        resolve(response.statusCode);
        slow.destroy();
      });
      slow.on('error', reject);
      slow.write('{');
    });
    expect(status).toBe(504);
  });
});

describe('a client that disconnects', () => {
  it('frees its slot', async () => {
    app = await runApp();
    app.engine.delayMs = 60_000;
    const leaving = new AbortController();
    const calls = Array.from({ length: 2 }, () =>
      postVector(app.url, API_KEY, leaving.signal).catch(() => 'gone'),
    );
    await until(() => app.engine.running === 2);
    leaving.abort();
    await Promise.all(calls);
    await until(() => app.engine.running === 0);
    app.engine.delayMs = 0;
    expect((await postVector(app.url)).status).toBe(200);
    expect(app.engine.aborted).toBe(2);
    expect(app.log()).toContain('"status":499');
    expect(app.log()).not.toMatch(/"level":[56]0/);
  });

  it('in the middle of its body is no error of the service', async () => {
    app = await runApp();
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const broken = httpRequest(`${app.url}/get_face_vec`, {
        method: 'POST',
        headers: { user_id: API_KEY, 'content-type': type, 'content-length': 1000 },
      });
      broken.on('error', () => undefined);
      broken.write('--x\r\n');
      await expect.poll(() => gauge('facet_body_bytes_held')).toBeGreaterThan(0);
      broken.destroy();
      await expect.poll(() => gauge('facet_body_bytes_held')).toBe(0);
    }
    await until(() => app.log().split('"status":499').length === 3);
    expect(app.log()).not.toMatch(/"level":[56]0/);
    expect((await postVector(app.url)).status).toBe(200);
  });

  it('leaves the queue without ever starting', async () => {
    app = await runApp();
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    const running = [postVector(app.url), postVector(app.url)];
    await until(() => app.engine.running === 2);
    const leaving = new AbortController();
    const waiting = postVector(app.url, API_KEY, leaving.signal).catch(() => 'gone');
    await expect.poll(() => gauge('facet_queue_waiting')).toBe(1);
    leaving.abort();
    expect(await waiting).toBe('gone');
    await expect.poll(() => gauge('facet_queue_waiting')).toBe(0);
    gate.resolve(null);
    await Promise.all(running);
    expect((await postVector(app.url)).status).toBe(200);
    expect(app.engine).toMatchObject({ finished: 3, aborted: 0, running: 0 });
  });
});

describe('beyond the limit', () => {
  it('responds with 503 with Retry-After, and serves the rest', async () => {
    app = await runApp({ env: { FACET_MAX_WAITING: '3' } });
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    let rejections = 0;
    const calls = Array.from({ length: 10 }, async () => {
      const response = await postVector(app.url);
      if (response.status === 503) rejections++;
      return response;
    });
    await until(() => rejections === 5);
    gate.resolve(null);
    const responses = await Promise.all(calls);
    expect(codes(responses)).toEqual({ '1000': 5, '5003': 5 });
    const rejected = responses.filter(({ status }) => status === 503);
    for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(app.engine.mostRunning).toBe(2);
  });

  it("one caller's flood does not starve another", async () => {
    app = await runApp({ env: { FACET_MAX_WAITING: '20' } });
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    let rejections = 0;
    const order: string[] = [];
    const call = async (apiKey: string): Promise<number> => {
      const { status } = await postVector(app.url, apiKey);
      if (status === 200) order.push(apiKey);
      else rejections++;
      return status;
    };
    const flood = Array.from({ length: 60 }, () => call(API_KEY));
    await until(() => rejections === 60 - 22);
    const other = call(OTHER_API_KEY);
    // The queue was full: the newcomer's place comes from the flood.
    await until(() => rejections === 60 - 21);
    gate.resolve(null);
    expect(await other).toBe(200);
    await Promise.all(flood);
    // Two of the flood were running, and one turn may pass before the other's; not the twenty that waited.
    expect(order.indexOf(OTHER_API_KEY)).toBeLessThan(6);
  });

  it('rejects at once what would wait longer than its deadline', async () => {
    app = await runApp({ env: { FACET_DEADLINE_MS: '5000' } });
    app.engine.delayMs = 500;
    await postVector(app.url);
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    let rejections = 0;
    const calls = Array.from({ length: 40 }, async () => {
      const { status } = await postVector(app.url);
      if (status === 503) rejections++;
    });
    // At half a second each, two at a time, twenty can wait for five seconds at the most; there is room for 256.
    await until(() => rejections >= 40 - 2 - 20);
    app.engine.delayMs = 0;
    gate.resolve(null);
    await Promise.all(calls);
  });

  it('rejects before the body has come', async () => {
    app = await runApp({ env: { FACET_MAX_WAITING: '1' } });
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    let rejections = 0;
    const calls = Array.from({ length: 4 }, async () => {
      const answer = await postVector(app.url);
      if (answer.status === 503) rejections++;
      return answer;
    });
    await until(() => rejections === 1);
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest(`${app.url}/get_face_vec`, {
        method: 'POST',
        headers: { user_id: API_KEY, 'content-type': 'application/json', 'content-length': 1_000_000 },
      });
      call.on('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(503);
    gate.resolve(null);
    expect(codes(await Promise.all(calls))).toEqual({ '1000': 3, '5003': 1 });
  });

  it('reserves no call for a recently admitted caller, and records what it rejected', async () => {
    app = await runApp({ env: { FACET_MAX_WAITING: '1' }, users: [{ apiKey: API_KEY, plan: 'free' }] });
    const gate = deferred<null>();
    app.engine.gate = gate.promise;
    const calls = Array.from({ length: 3 }, () => postVector(app.url));
    await expect.poll(() => gauge('facet_queue_waiting')).toBe(1);
    const noted = vi.spyOn(app.accounts.meter, 'noteRejection');
    // Each call that is held takes one of the five of the plan's burst; three of them are gone.
    const rejected: JsonResponse[] = [];
    while (rejected.length < 10) rejected.push(await postVector(app.url));
    for (const { status, body, headers } of rejected) {
      expect([status, body.code]).toEqual([503, '5003']);
      expect(LIMIT_HEADERS.filter((name) => !headers.has(name))).toEqual([]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    gate.resolve(null);
    expect(codes(await Promise.all(calls))).toEqual({ '1000': 3 });
    // A machine that stands still for a second may have forgotten the caller once.
    expect(noted.mock.calls.length).toBeGreaterThan(5);
    for (const call of noted.mock.calls) expect(call).toEqual(['account-0', '/get_face_vec', '5003']);
    expect(app.log().match(/"code":"5003".*"account":"account-0"/g)).toHaveLength(rejected.length);
  });

  it('bounds the bytes of bodies in memory', async () => {
    app = await runApp({
      env: { FACET_MAX_BUFFERED_BYTES: '1800000', FACET_MAX_BODY_BYTES: '450000', FACET_MAX_WAITING: '100' },
    });
    app.engine.delayMs = 200;
    const img = base64(Buffer.concat([FACE_IMAGE, Buffer.alloc(300_000)]));
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => postJson(`${app.url}/get_face_vec`, { img })),
    );
    expect(codes(responses)['5003']).toBeGreaterThan(0);
    expect(codes(responses)['1000']).toBeGreaterThan(0);
    await expect.poll(() => gauge('facet_body_bytes_held')).toBe(0);
    expect((await postJson(`${app.url}/get_face_vec`, { img })).status).toBe(200);
  });
});

describe('a shutdown', () => {
  it('finishes what is open before it closes', async () => {
    app = await runApp();
    app.engine.delayMs = 150;
    const open = postVector(app.url);
    await until(() => app.engine.running === 1);
    const closed = app.close();
    expect((await open).status).toBe(200);
    await closed;
    await expect(postVector(app.url)).rejects.toThrow();
  });

  it('cancels open requests when the time for the shutdown is over', async () => {
    app = await runApp();
    app.engine.delayMs = 60_000;
    const open = postVector(app.url);
    await until(() => app.engine.running === 1);
    app.cancelRequests();
    expect(await open).toMatchObject({ status: 503, body: { code: '5003' } });
  });
});
