import { readFile } from 'node:fs/promises';
import type { StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodersOf, isRunning } from '../shared/decoders.js';
import { goodCall } from '../shared/good-call.js';
import { smallPhoto } from '../shared/photos.js';
import { postFiles, startTarget } from '../shared/service.js';

const POLL = { interval: 50, timeout: 30_000 };

let service: StartedService;

async function onlyDecoder(): Promise<number> {
  const [decoder, ...others] = await decodersOf(service.process.pid);
  if (decoder === undefined || others.length > 0) throw new Error('One worker has one decoder.');
  return decoder;
}

/** A stopped process, which behaves like native code that never returns. */
async function hang(): Promise<number> {
  const decoder = await onlyDecoder();
  process.kill(decoder, 'SIGSTOP');
  return decoder;
}

const statusOf = async (path: string): Promise<number> => (await fetch(`${service.url}${path}`)).status;
const vectorOf = async (image: Buffer): ReturnType<typeof postFiles> =>
  postFiles(`${service.url}/get_face_vec`, { img: image });

describe('a decoder that hangs', () => {
  afterEach(() => service.stop());

  it('is killed at its deadline and replaced; the call is answered with 504', async () => {
    service = await startTarget({ FACET_DECODE_DEADLINE_MS: '1500' });
    const good = await goodCall(service.url);
    const decoder = await hang();
    expect(await vectorOf(good.image)).toMatchObject({ status: 504, body: { code: '5004' } });
    expect(isRunning(decoder)).toBe(false);
    await good.stillResponds();
    expect(await onlyDecoder()).not.toBe(decoder);
  });

  it('keeps its place until then, and the service is not ready while no other is left', async () => {
    service = await startTarget({ FACET_DECODE_DEADLINE_MS: '8000', FACET_DEADLINE_MS: '1000' });
    const image = await smallPhoto(320);
    expect((await vectorOf(image)).status).toBe(200);
    const decoder = await hang();
    expect((await vectorOf(image)).status).toBe(504);
    await expect.poll(() => statusOf('/readyz'), POLL).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    expect(isRunning(decoder)).toBe(true);
    await expect.poll(() => statusOf('/readyz'), POLL).toBe(200);
    expect(isRunning(decoder)).toBe(false);
    await expect.poll(async () => (await vectorOf(image)).status, POLL).toBe(200);
  });

  it('does not hold up the end of the service, and ends with it', async () => {
    service = await startTarget({ FACET_DECODE_DEADLINE_MS: '600000', FACET_SHUTDOWN_MS: '500' });
    const image = await smallPhoto(320);
    const decoder = await hang();
    const call = vectorOf(image).catch(() => null);
    await expect
      .poll(async () => (await fetch(`${service.url}/metrics`)).text(), POLL)
      .toMatch(/^facet_queue_running\S* 1$/m);
    // Null would mean that it had to be killed.
    expect(await service.stop()).not.toBeNull();
    await call;
    if (isRunning(decoder)) process.kill(decoder, 'SIGCONT');
    await expect.poll(() => isRunning(decoder), POLL).toBe(false);
  });
});

describe('a decoder', () => {
  beforeAll(async () => {
    service = await startTarget();
  });
  afterAll(() => service.stop());

  it('has none of the settings of the service, and no secret', async () => {
    const environment = await readFile(`/proc/${await onlyDecoder()}/environ`, 'utf8');
    // The names, because a path in a value may contain the name of the product.
    const names = environment.split('\0').map((entry) => entry.replace(/=.*/s, ''));
    expect(names.filter((name) => /FACET|SECRET|PASSWORD|DATABASE/i.test(name))).toEqual([]);
  });

  it('that crashes before it comes to a file costs no call', async () => {
    const good = await goodCall(service.url);
    const decoder = await hang();
    const call = vectorOf(good.image);
    process.kill(decoder, 'SIGKILL');
    expect((await call).status).toBe(200);
    await good.stillResponds();
    expect(service.process.exitCode).toBeNull();
  });

  it('ends with a service that is killed, also while it works', async () => {
    const decoder = await onlyDecoder();
    service.process.kill('SIGKILL');
    await expect.poll(() => isRunning(decoder), POLL).toBe(false);
  });
});
