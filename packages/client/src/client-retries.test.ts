import { describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import type { FacetError } from './errors.js';
import { freePort } from './started-service.test.fixture.js';
import { scriptedClients, sendError, sendMatch, type Script } from './scripted-server.test.fixture.js';

const scripted = scriptedClients();
const { clientOf } = scripted;

const IMAGE = new Uint8Array([0xff, 0xd8, 0xff]);

const failure = (call: Promise<unknown>): Promise<FacetError> =>
  call.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: unknown) => error as FacetError,
  );

describe('what is safe is repeated', () => {
  it.each([
    ['a rate limit', 429, '4291', { 'retry-after': '0' }],
    ['a rate limit that does not say how long', 429, '4291', {}],
    ['an overload that says how long', 503, '5003', { 'retry-after': '0' }],
  ])('%s', async (_what, status, code, headers: Record<string, string>) => {
    const client = await clientOf((response, index) => {
      if (index < 2) sendError(response, status, code, headers);
      else sendMatch(response);
    });
    const { isMatch, meta } = await client.match(IMAGE, IMAGE);
    expect({ isMatch, attempts: meta.attempts }).toEqual({ isMatch: true, attempts: 3 });
    // Every attempt carries the complete request, API key included.
    const bodies = scripted.arrived.map(({ body }) => body.length);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toBeGreaterThan(100);
    expect(scripted.arrived.map(({ headers: { user_id } }) => user_id)).toEqual(Array(3).fill('someone'));
  });

  it('a stream too: it was read before', async () => {
    const client = await clientOf((response, index) => {
      if (index === 0) sendError(response, 429, '4291', { 'retry-after': '0' });
      else sendMatch(response);
    });
    const { meta } = await client.match(new Blob([IMAGE]).stream(), new Blob([IMAGE]).stream());
    expect(meta.attempts).toBe(2);
  });

  it('a rejection by a proxy in between', async () => {
    const client = await clientOf((response, index) => {
      if (index === 0) response.writeHead(503, { 'retry-after': '0' }).end('<h1>Maintenance</h1>');
      else sendMatch(response);
    });
    expect((await client.match(IMAGE, IMAGE)).meta.attempts).toBe(2);
  });

  it('a connection that is refused', async () => {
    const port = await freePort();
    let attempts = 0;
    const client = new FacetClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'someone',
      retries: 2,
      fetch: (url, init) => {
        attempts += 1;
        return fetch(url, init);
      },
    });
    const error = await failure(client.match(IMAGE, IMAGE));
    expect(error).toMatchObject({ kind: 'network', neverSent: true });
    expect(error.message).toMatch(/127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
    expect(attempts).toBe(3);
  });
});

describe('what may have been counted, or cannot get better, is not repeated', () => {
  it.each([
    ['a used up quota', 429, '4292', { 'retry-after': '0' }, 'quota'],
    ['an overload that does not say how long', 503, '5003', {}, 'overloaded'],
    ['a failure of the service', 500, '5000', {}, 'server'],
    ['a deadline of the service', 504, '5004', { 'retry-after': '0' }, 'server'],
    ['a wrong request', 400, '2002', {}, 'request'],
    ['a code that a newer service may have', 418, '2999', {}, 'request'],
  ])('%s', async (_what, status, code, headers: Record<string, string>, kind) => {
    const client = await clientOf((response) => {
      sendError(response, status, code, headers);
    });
    expect(await failure(client.match(IMAGE, IMAGE))).toMatchObject({ kind, code, httpStatus: status });
    expect(scripted.arrived).toHaveLength(1);
  });

  it('a connection that breaks after the request was sent', async () => {
    const client = await clientOf((response) => response.destroy());
    expect(await failure(client.match(IMAGE, IMAGE))).toMatchObject({ kind: 'network', neverSent: false });
    expect(scripted.arrived).toHaveLength(1);
  });

  it('a response that breaks off', async () => {
    const client = await clientOf((response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"status":"ok"', () => response.destroy());
    });
    expect(await failure(client.match(IMAGE, IMAGE))).toMatchObject({ kind: 'network', neverSent: false });
    expect(scripted.arrived).toHaveLength(1);
  });
});

describe('retries have bounds', () => {
  const reject =
    (seconds: string): Script =>
    (response) => {
      sendError(response, 429, '4291', {
        'retry-after': seconds,
        'ratelimit-limit': '5',
        'ratelimit-remaining': '0',
      });
    };

  it('in number', async () => {
    const client = await clientOf(reject('0'), { retries: 1 });
    const error = await failure(client.match(IMAGE, IMAGE));
    expect(error).toMatchObject({
      name: 'RateLimitError',
      kind: 'rate-limit',
      retryAfter: 0,
      requestId: 'scripted',
      rateLimit: { limit: 5, remaining: 0 },
    });
    expect(scripted.arrived).toHaveLength(2);
  });

  it('zero switches them off', async () => {
    const client = await clientOf(reject('0'), { retries: 0 });
    await failure(client.match(IMAGE, IMAGE));
    expect(scripted.arrived).toHaveLength(1);
  });

  it('a wait beyond the bound or the deadline is not begun', async () => {
    const patient = await clientOf(reject('3600'));
    expect(await failure(patient.match(IMAGE, IMAGE))).toMatchObject({
      kind: 'rate-limit',
      retryAfter: 3600,
    });
    expect(scripted.arrived).toHaveLength(1);
    await scripted.close();
    const shortTimeout = await clientOf(reject('20'), { timeoutMs: 10_000 });
    expect(await failure(shortTimeout.match(IMAGE, IMAGE))).toMatchObject({
      kind: 'rate-limit',
      retryAfter: 20,
    });
    expect(scripted.arrived).toHaveLength(1);
  });
});
