import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, postVector } from '../testing/calls.test.fixture.js';
import { runApp, USER_ID, type RunningApp } from '../testing/running-app.test.fixture.js';

let app: RunningApp;

beforeAll(async () => {
  app = await runApp({
    env: { FACET_CORS_ORIGINS: 'https://app.example' },
    users: [
      { userId: USER_ID, plan: 'unlimited' },
      { userId: 'without-a-plan' },
      { userId: 'with-an-old-plan', plan: 'unlimited', endsAt: Date.now() - 1000 },
      { userId: 'with-a-plan-of-yore', plan: 'gone-from-the-catalogue' },
    ],
  });
});
afterAll(() => app.close());

describe('every route', () => {
  it('declares its authentication', () => {
    expect(app.routes.length).toBeGreaterThan(8);
    expect(app.routes.filter(({ auth }) => auth === undefined)).toEqual([]);
  });

  it('that asks for a user id refuses a call without one, and every other does not', async () => {
    for (const { method, url, auth } of app.routes) {
      const response = await fetch(app.url + url.replace('*', ''), { method, redirect: 'manual' });
      const text = await response.text();
      const refused = response.status === 401 && text.includes('"4001"');
      expect(refused, `${method} ${url}`).toBe(auth === 'user-id');
    }
  });

  it('of an operation asks for a user id', () => {
    const asking = app.routes.filter(({ auth }) => auth === 'user-id').map(({ url }) => url);
    expect(asking).toEqual(['/match_faces', '/compare_faces', '/get_image_attr', '/get_face_vec']);
  });
});

describe('a user id', () => {
  const withHeaders = async (headers: Record<string, string>): ReturnType<typeof answerOf> =>
    answerOf(await fetch(`${app.url}/get_face_vec`, { method: 'POST', headers, body: 'not even JSON' }));

  it.each([
    ['4001', 401, {}],
    ['4001', 401, { user_id: ' ' }],
    ['4002', 401, { user_id: 'not-a-known-one' }],
    ['4002', 401, { user_id: 'x'.repeat(5000) }],
    ['4002', 401, { user_id: '__proto__' }],
    ['4003', 403, { user_id: 'without-a-plan' }],
    ['4004', 403, { user_id: 'with-an-old-plan' }],
    ['4003', 403, { user_id: 'with-a-plan-of-yore' }],
  ])('is refused with %s (HTTP %i)', async (code, status, headers) => {
    const answer = await withHeaders(headers);
    expect(answer.body).toMatchObject({ status: 'error', code, success: false });
    expect(answer.status).toBe(status);
  });

  it('may come in the alias x-user-id', async () => {
    expect((await withHeaders({ 'x-user-id': USER_ID })).body.code).toBe('2009');
  });

  it('lets a call through', async () => {
    expect((await postVector(app.url)).status).toBe(200);
  });
});
