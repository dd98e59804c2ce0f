import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResponse, postVector } from '../calls.test.fixture.js';
import { runApp, API_KEY, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;

beforeAll(async () => {
  app = await runApp({
    env: { FACET_CORS_ORIGINS: 'https://app.example', FACET_COLLECTIONS: '1' },
    users: [
      { apiKey: API_KEY, plan: 'unlimited' },
      { apiKey: 'without-a-plan' },
      { apiKey: 'with-an-old-plan', plan: 'unlimited', endsAt: Date.now() - 1000 },
      { apiKey: 'with-a-plan-of-yore', plan: 'gone-from-the-catalogue' },
    ],
  });
});
afterAll(() => app.close());

describe('every route', () => {
  it('that requires an API key rejects a call without one, and no other does', async () => {
    expect(app.routes.length).toBeGreaterThan(8);
    for (const { method, path, caller } of app.routes) {
      const response = await fetch(app.url + path.replace('*', ''), { method, redirect: 'manual' });
      const text = await response.text();
      const rejected = response.status === 401 && text.includes('"4001"');
      expect(rejected, `${method} ${path}`).toBe(caller.startsWith('api-key'));
    }
  });

  it('of an operation requires an API key', () => {
    const guarded = app.routes.filter(({ caller }) => caller.startsWith('api-key')).map(({ path }) => path);
    expect(guarded.filter((path) => !path.startsWith('/collections'))).toEqual([
      '/match_faces',
      '/compare_faces',
      '/get_image_attr',
      '/get_face_vec',
      '/redact',
      '/liveness_session',
      '/check_liveness',
      '/portal/picture',
    ]);
    expect(
      app.routes.filter(({ path, caller }) => path.startsWith('/collections') && caller !== 'api-key'),
    ).toEqual([]);
  });
});

describe('an API key', () => {
  const withHeaders = async (headers: Record<string, string>): ReturnType<typeof readResponse> =>
    readResponse(await fetch(`${app.url}/get_face_vec`, { method: 'POST', headers, body: 'not even JSON' }));

  it.each([
    ['4001', 401, {}],
    ['4001', 401, { user_id: ' ' }],
    ['4002', 401, { user_id: 'not-a-known-one' }],
    ['4002', 401, { user_id: 'x'.repeat(5000) }],
    ['4002', 401, { user_id: '__proto__' }],
    ['4003', 403, { user_id: 'without-a-plan' }],
    ['4004', 403, { user_id: 'with-an-old-plan' }],
    ['4003', 403, { user_id: 'with-a-plan-of-yore' }],
  ])('is rejected with %s (HTTP %i)', async (code, status, headers) => {
    const response = await withHeaders(headers);
    expect(response.body).toMatchObject({ status: 'error', code, success: false });
    expect(response.status).toBe(status);
  });

  it('may be sent in the alias x-user-id', async () => {
    expect((await withHeaders({ 'x-user-id': API_KEY })).body.code).toBe('2009');
  });

  it('lets a call through', async () => {
    expect((await postVector(app.url)).status).toBe(200);
  });
});
