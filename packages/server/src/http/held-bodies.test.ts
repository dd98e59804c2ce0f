import { request as httpRequest, type ClientRequest } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { base64, postJson } from '../calls.test.fixture.js';
import { FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';

const BODY_BYTES = 445_000;
const UNLIMITED = { plan: 'unlimited' } as const;

let app: RunningApp;
const open: ClientRequest[] = [];
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy();
  await app.close();
});

/** Sends all of a body but its last byte. Returns a function that tells the status of its response, if there is one. */
function stall(user_id: string): () => number | undefined {
  let status: number | undefined;
  const request = httpRequest(`${app.url}/get_face_vec`, {
    method: 'POST',
    headers: { user_id, 'content-type': 'application/json', 'content-length': BODY_BYTES },
  });
  request.on('error', () => undefined);
  request.on('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  request.write('{"img":"'.padEnd(BODY_BYTES - 1, 'A'));
  open.push(request);
  return () => status;
}

async function heldBytes(): Promise<number> {
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  return Number(/^facet_body_bytes_held (\S+)$/m.exec(metrics)?.[1]);
}

it('two accounts whose endless bodies hold all the memory do not block other callers', async () => {
  app = await runApp({
    env: { FACET_MAX_BUFFERED_BYTES: '1800000', FACET_MAX_BODY_BYTES: '450000' },
    users: ['one', 'two', 'three'].map((apiKey) => ({ apiKey, ...UNLIMITED })),
  });
  const statuses = ['one', 'one', 'two', 'two'].map(stall);
  await expect.poll(heldBytes).toBe(4 * (BODY_BYTES - 1));

  const img = base64(Buffer.concat([FACE_IMAGE, Buffer.alloc(60_000)]));
  expect((await postJson(`${app.url}/get_face_vec`, { img }, { user_id: 'three' })).status).toBe(200);
  // One of the four gave way, and learnt so.
  await expect
    .poll(() => statuses.map((status) => status()).filter((status) => status !== undefined))
    .toEqual([503]);
});
