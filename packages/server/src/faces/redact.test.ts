import { afterAll, beforeAll, expect, it } from 'vitest';
import { base64 } from '../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';
import { usageOf } from '../accounts/usage/usage-of.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ users: [{ apiKey: 'redact-user', plan: 'unlimited' }] });
});
afterAll(() => app.close());

const redact = (query: string, image: Uint8Array): Promise<Response> =>
  fetch(`${app.url}/redact${query}`, {
    method: 'POST',
    headers: { user_id: 'redact-user', 'content-type': 'application/json' },
    body: JSON.stringify({ img: base64(image) }),
  });

it('responds with the picture, and counts the call like others', async () => {
  const response = await redact('?style=blur&shape=rectangle', FACE_IMAGE);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('x-facet-faces')).toBe('1');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  expect((await redact('', FACELESS_IMAGE)).headers.get('x-facet-faces')).toBe('0');
  expect(await usageOf(app.accounts, 'redact-user')).toEqual({ used: 2, outcomes: { 1000: 2 } });
  expect(app.log()).toContain('"code":"1000"');
});

it('rejects an unknown style or shape with the usual envelope', async () => {
  for (const query of ['?style=smudge', '?shape=star', '?bboxes=1,2,3']) {
    const response = await redact(query, FACE_IMAGE);
    const { code } = (await response.json()) as { code: string };
    expect([response.status, code], query).toEqual([400, '2002']);
  }
});
