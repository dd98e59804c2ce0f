import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { useServers } from '../images/fetching.test.fixture.js';
import { postJson, type JsonResponse } from '../calls.test.fixture.js';
import { FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { OTHER_API_KEY, runApp, API_KEY, type RunningApp } from '../running-app.test.fixture.js';

const { serve } = useServers();
let app: RunningApp;
afterEach(() => app.close());

const vectorOf = (port: number, apiKey = API_KEY): Promise<JsonResponse> =>
  postJson(`${app.url}/get_face_vec`, { img: `http://127.0.0.1:${port}/` }, { user_id: apiKey });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

describe('images behind URLs', () => {
  it('are fetched a few at a time, half of them for one caller; beyond the limit the response is 503', async () => {
    const held: ServerResponse[] = [];
    const { port } = await serve((_request, response) => held.push(response));
    app = await runApp({
      env: { FACET_URL_ALLOW: `127.0.0.1:${port}`, FACET_MAX_FETCHES: '2', FACET_MAX_WAITING: '1' },
    });
    const first = vectorOf(port);
    await until(() => held.length === 1);
    // Of two more one waits and one is rejected, whichever comes later.
    const two = [vectorOf(port), vectorOf(port)];
    const rejected = await Promise.race(two);
    expect(rejected).toMatchObject({ status: 503, body: { code: '5003' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(held).toHaveLength(1);
    const other = vectorOf(port, OTHER_API_KEY);
    await until(() => held.length === 2);
    for (const response of held) response.end(FACE_IMAGE);
    expect((await first).status).toBe(200);
    expect((await other).status).toBe(200);
    await until(() => held.length === 3);
    held[2]?.end(FACE_IMAGE);
    expect((await Promise.all(two)).map(({ status }) => status).sort()).toEqual([200, 503]);
  });

  it('count as held memory while they arrive, not only when they are complete', async () => {
    const { port } = await serve((_request, response) => {
      response.write(Buffer.alloc(600_000));
    });
    app = await runApp({
      env: {
        FACET_URL_ALLOW: `127.0.0.1:${port}`,
        FACET_MAX_BUFFERED_BYTES: '1100000',
        FACET_MAX_BODY_BYTES: '100000',
      },
    });
    // The image never ends; without the count this would be a failed fetch after its deadline.
    expect(await vectorOf(port)).toMatchObject({ status: 503, body: { code: '5003' } });
  });
});
