import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceGauges, signUp, type StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { postFiles, postJson, startTarget, API_KEY } from '../shared/service.js';
import { peakGrowth } from './memory-peak.js';
import { becomesTrue } from './open-connections.js';

const MEGABYTE = 1024 * 1024;
const DEADLINE_MS = 60_000;
const TIMEOUT_MS = 60_000;
const MOST = 32;

let service: StartedService;
let good: GoodCall;
/** A host that takes connections and never responds. */
let silent: Server;
let mostConnections = 0;

beforeAll(async () => {
  let connections = 0;
  silent = createServer(() => undefined);
  silent.on('connection', (socket) => {
    mostConnections = Math.max(mostConnections, ++connections);
    socket.once('close', () => connections--);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = await startTarget({
    FACET_DEADLINE_MS: String(DEADLINE_MS),
    FACET_URL_DEADLINE_MS: '300',
    FACET_URL_ALLOW: `127.0.0.1:${silentPort()}`,
  });
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

const silentPort = (): number => (silent.address() as AddressInfo).port;

const photos = (count = MOST): string[] => Array<string>(count).fill(good.image.toString('base64'));

/** A batch whose lines can be read, or left unread. */
function openBatch(images: readonly string[], apiKey = API_KEY): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { user_id: apiKey, 'content-type': 'application/json', accept: 'application/x-ndjson' };
    const call = httpRequest(`${service.url}/get_face_vec`, { method: 'POST', headers }, resolve);
    call.on('error', reject);
    call.end(JSON.stringify({ img: images }));
  });
}

const isIdle = async (): Promise<boolean> => {
  const { waiting, running, heldBytes } = await serviceGauges(service.url);
  return waiting === 0 && running === 0 && heldBytes === 0;
};

describe('a batch', () => {
  it('takes no more turns than single calls: another caller need not wait for its end', async () => {
    const other = await signUp(service.url, 'beside-a-batch', 'business');
    const response = await openBatch(photos());
    let lines = 0;
    response.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 0x0a) lines += 1;
    });
    const ended = new Promise((resolve) => response.once('end', resolve));
    const before = lines;
    const { status } = await postFiles(`${service.url}/get_face_vec`, { img: good.image }, other.apiKey);
    expect(status).toBe(200);
    // The one that was at work, the one whose turn came first, and what was read meanwhile.
    expect(lines - before).toBeLessThan(8);
    await ended;
    expect(lines).toBe(MOST);
    expect(await becomesTrue(isIdle, TIMEOUT_MS)).toBe(true);
  });

  it('whose clients have left is dropped, and nothing of it stays', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => openBatch(photos())));
    for (const response of responses) response.destroy();
    expect(await becomesTrue(isIdle, TIMEOUT_MS)).toBe(true);
  });

  it('that nobody reads holds no memory in the end, and no slot', async () => {
    const responses = await Promise.all(Array.from({ length: 3 }, () => openBatch(photos(8))));
    for (const response of responses) response.pause();
    expect(await becomesTrue(async () => (await serviceGauges(service.url)).waiting === 0, DEADLINE_MS)).toBe(
      true,
    );
    await good.stillResponds();
    for (const response of responses) response.destroy();
    expect(await becomesTrue(isIdle, TIMEOUT_MS)).toBe(true);
  });

  it('of addresses fetches a few at a time', async () => {
    mostConnections = 0;
    const urls = Array.from({ length: MOST }, (_, n) => `http://127.0.0.1:${silentPort()}/${n}`);
    const { status, body } = await postJson(`${service.url}/get_face_vec`, { img: urls });
    expect(status).toBe(200);
    const codes = (body.data['results'] as { code: string }[]).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['3202']));
    expect(mostConnections).toBeGreaterThan(0);
    // Four, and those that are being closed. Single calls could have sixteen.
    expect(mostConnections).toBeLessThanOrEqual(8);
  });

  it('of large images takes no more memory than one body, and gives it back', async () => {
    const large = Buffer.alloc(MEGABYTE, 'A').toString('base64');
    const growth = await peakGrowth(service.process.pid, async () => {
      const { status, body } = await postJson(`${service.url}/get_face_vec`, {
        img: Array(MOST).fill(large),
      });
      expect(status).toBe(200);
      const codes = (body.data['results'] as { code: string }[]).map(({ code }) => code);
      expect(codes).toEqual(Array(MOST).fill('2004'));
    });
    // The texts are 45 MB, and a few of the images are there beside them.
    expect(growth).toBeLessThan(5.5 * 45 * MEGABYTE);
    expect(await becomesTrue(isIdle, TIMEOUT_MS)).toBe(true);
  });

  it.each([
    ['lists within the list', { img: [[['a']]] }],
    ['ten thousand images', { img: Array(9000).fill('a') }],
    ['objects', { img: [{}, { img: 'a' }] }],
  ])('of %s is rejected', async (_, body) => {
    const response = await postJson(`${service.url}/get_face_vec`, body);
    const results = (response.body.data['results'] ?? [response.body]) as {
      success: boolean;
      code: string;
    }[];
    for (const { success, code } of results) expect([success, code[0]]).toEqual([false, '2']);
  });
});
