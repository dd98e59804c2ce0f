import type { StartedService } from '@facet/test-support';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { expectExact, expectSound } from './counted.js';
import { EXTRA_SUCCESS, tally, underLoad, type CallOutcome } from './load.js';
import { copyWeights, expectNothingHalfMade } from './models-cache.js';
import * as mounts from './mounts.js';
import { failToStart, killWith, startForTest, temporaryFolder } from './start-on.js';

const WRITABLE = 'FACET_DATA_DIR must be a folder that can be written to, but ';
const isRejected = ({ code }: CallOutcome): boolean => code === '5003';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** Where a disk of the test's own is mounted. */
let disk: string;
let isMounted = false;
beforeEach(async () => {
  folder = await temporaryFolder();
  disk = join(folder.path, 'disk');
  await mkdir(disk);
});
afterEach(async () => {
  if (isMounted) await mounts.unmount(disk);
  isMounted = false;
  await folder.remove();
});

const mountSmall = async (megabytes: number): Promise<void> => {
  await mounts.mountSmall(disk, megabytes);
  isMounted = true;
};
const place = (): { dataDir: string; url: undefined } => ({ dataDir: disk, url: undefined });
const statusOf = async ({ url }: StartedService, path: string): Promise<number> =>
  (await fetch(url + path, { signal: AbortSignal.timeout(30_000) })).status;

/** Not ready, but alive, with the same error for people and callers. */
async function expectOutage(service: StartedService): Promise<void> {
  await expect.poll(() => statusOf(service, '/readyz'), { timeout: 30_000 }).toBe(503);
  expect(await statusOf(service, '/healthz')).toBe(200);
  const response = await fetch(`${service.url}/account/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: 'ada@people.example', password: 'some password or other' }),
    signal: AbortSignal.timeout(30_000),
  });
  expect(await response.json()).toMatchObject({ code: '5003' });
}

describe('a full disk', () => {
  it('has calls rejected, and all goes on by itself when there is room', async () => {
    await mountSmall(16);
    const service = await startForTest(disk);
    const { image, stillResponds } = await goodCall(service.url);
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      for (let n = 0; n < 2; n++) {
        const makeRoom = await mounts.fillUp(disk);
        await load.hear(4, isRejected);
        await expectOutage(service);
        await makeRoom();
        await load.hear(4);
        await expect.poll(() => statusOf(service, '/readyz'), { timeout: 30_000 }).toBe(200);
      }
    });
    expect(Object.keys(tally(heard)).sort()).toEqual(['1000', '5003']);
    await stillResponds();
    await expectExact(place(), [...heard, EXTRA_SUCCESS, EXTRA_SUCCESS]);
    expect(service.log()).toMatch(/SQLITE_FULL|disk is full/);
    expect(await service.stop()).toBe(0);
    await expectSound(disk);
  });

  it('stops the start with a sentence, damages nothing, and is no hindrance once there is room', async () => {
    await mountSmall(16);
    const freshRoom = await mounts.fillUp(disk);
    const fresh = await failToStart({ FACET_DATA_DIR: disk });
    expect(fresh).toMatchObject({ code: 2, said: expect.stringContaining(WRITABLE) as string });
    expect(fresh.said).toMatch(/ENOSPC|disk is full/);
    await freshRoom();
    const service = await startForTest(disk);
    const { image } = await goodCall(service.url);
    const heard = await underLoad(service.url, { image }, async (load) => {
      await load.hear(4);
      await mounts.fillUp(disk);
      await load.hear(4, isRejected);
      await killWith(service, 'SIGKILL');
    });
    await service.stop();
    const full = await failToStart({ FACET_DATA_DIR: disk });
    expect(full).toMatchObject({ code: 2, said: expect.stringContaining(WRITABLE) as string });
    await mounts.fillUp(disk).then((makeRoom) => makeRoom());
    await expectSound(disk);
    const again = await startForTest(disk);
    await goodCall(again.url);
    expect(await again.stop()).toBe(0);
    await expectExact(place(), [...heard, EXTRA_SUCCESS, EXTRA_SUCCESS]);
  });

  it('under the models stops the start with a sentence, and leaves no half of a model', async () => {
    await mountSmall(1);
    const weights = join(folder.path, 'weights');
    await mkdir(weights);
    await copyWeights(weights);
    const { code, said } = await failToStart({
      FACET_DATA_DIR: join(folder.path, 'data'),
      FACET_CACHE_DIR: disk,
      FACET_MODELS_DIR: weights,
    });
    expect(code, said).toBe(1);
    expect(said).toMatch(`Facet cannot start: The model cache ${disk} cannot be used: ENOSPC`);
    await expectNothingHalfMade(disk);
  });
});

describe('a read-only data folder', () => {
  it('stops the start with a sentence', async () => {
    await mountSmall(16);
    await mounts.makeReadOnly(disk);
    const fresh = await failToStart({ FACET_DATA_DIR: disk });
    expect(fresh).toMatchObject({ code: 2, said: expect.stringContaining(WRITABLE) as string });
    expect(fresh.said).toContain('EROFS');
    await mounts.unmount(disk);
    await mounts.mountSmall(disk, 16);
    const service = await startForTest(disk);
    await goodCall(service.url);
    expect(await service.stop()).toBe(0);
    await mounts.makeReadOnly(disk);
    const used = await failToStart({ FACET_DATA_DIR: disk });
    expect(used).toMatchObject({ code: 2, said: expect.stringContaining(WRITABLE) as string });
    expect(used.said).toMatch(/EROFS|read-only|readonly/i);
  });

  it('that a failing disk makes while the service runs has calls rejected; nothing is lost or invented', async () => {
    const image = join(folder.path, 'image');
    await mounts.makeDisk(image, 32);
    await mounts.mountDisk(image, disk);
    isMounted = true;
    const service = await startForTest(disk);
    const good = await goodCall(service.url);
    const before = await underLoad(service.url, good, (load) => load.hear(6));
    await mounts.failDisk(disk);
    const after = await underLoad(service.url, good, (load) => load.hear(6, isRejected));
    expect(Object.keys(tally(after))).toEqual(['5003']);
    await expectOutage(service);
    expect(service.log()).toMatch(/SQLITE_(READONLY|IOERR)|disk I\/O error|read-?only/i);
    await service.stop();
    await mounts.repairDisk(image, disk);
    isMounted = false;
    await mounts.mountDisk(image, disk);
    isMounted = true;
    await expectSound(disk);
    const again = await startForTest(disk);
    await goodCall(again.url);
    expect(await again.stop()).toBe(0);
    await expectExact(place(), [...before, EXTRA_SUCCESS, EXTRA_SUCCESS]);
  });
});
