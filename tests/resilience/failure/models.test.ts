import type { StartedService } from '@facet/test-support';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { isSuccess, tally, underLoad } from './load.js';
import { builtFolder, copyCache, copyWeights, expectWholeCache } from './models-cache.js';
import { openFaultInjector, type FaultInjector } from './fault-injector.js';
import { failToStart, startForTest, temporaryFolder } from './start-on.js';

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let cache: typeof data;
let tools: typeof data;
beforeEach(async () => {
  data = await temporaryFolder();
  cache = await temporaryFolder();
  tools = await temporaryFolder();
});
afterEach(async () => {
  for (const folder of [data, cache, tools]) await folder.remove();
});

/** The built files of one model. */
async function filesOf(model: string): Promise<string[]> {
  const folder = builtFolder(cache.path);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${model}-`));
  if (names.length === 0) throw new Error(`There is no built ${model} in ${folder}.`);
  return names.map((name) => join(folder, name));
}

/** One wrong bit in the middle, among the weights: such a model loads, and gives other numbers. */
async function garble(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x40, middle);
  await writeFile(path, bytes);
}

const withCache = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  startForTest(data.path, { FACET_CACHE_DIR: cache.path, ...env });

/** The numbers that the service gives with sound models, from the cache that all tests share. */
async function soundVector(): Promise<unknown> {
  const service = await startForTest(data.path);
  try {
    return await vectorOf(service);
  } finally {
    await service.stop();
  }
}

async function vectorOf(service: StartedService): Promise<unknown> {
  const { image } = await goodCall(service.url);
  const [first] = await underLoad(service.url, { image, callers: 1 }, (load) => load.hear(1));
  return first?.vector;
}

describe('a broken model file', () => {
  it('is rebuilt at the start: damaged by a bit, or cut off', async () => {
    const vector = await soundVector();
    await copyCache(cache.path);
    const before = await readdir(builtFolder(cache.path));
    for (const path of await filesOf('embedder')) await truncate(path, 1_000_000);
    for (const path of await filesOf('detector')) await garble(path);
    const service = await withCache();
    try {
      expect(await vectorOf(service)).toEqual(vector);
    } finally {
      expect(await service.stop()).toBe(0);
    }
    const after = await readdir(builtFolder(cache.path));
    for (const model of ['embedder', 'detector'])
      expect(after.filter((name) => name.startsWith(model)).length, model).toBeGreaterThan(0);
    expect(before).toEqual(expect.arrayContaining(after));
    expect(await readdir(join(cache.path, 'tmp'))).toEqual([]);
  });

  it('that the operator has brought stops the start with its name, and nothing is built from it', async () => {
    await copyWeights(tools.path);
    const wrong = 'sface.onnx';
    await garble(join(tools.path, wrong));
    const { code, said } = await failToStart({
      FACET_DATA_DIR: data.path,
      FACET_CACHE_DIR: cache.path,
      FACET_MODELS_DIR: tools.path,
    });
    expect(code, said).toBe(1);
    expect(said).toMatch(/^Facet cannot start: /m);
    expect(said).toContain(`${wrong} in ${tools.path} does not have the expected content`);
    const built = await readdir(builtFolder(cache.path)).catch(() => []);
    expect(built.filter((name) => name.startsWith('embedder'))).toEqual([]);
  });

  it('never gives wrong numbers while the service runs: the others go on, and it heals with the file', async () => {
    await copyCache(cache.path);
    const faults = await openFaultInjector(tools.path);
    const service = await withCache(faults.env);
    try {
      await breakAndHeal(service, faults);
    } finally {
      await service.stop();
    }
    await expectWholeCache(cache.path);
  });
});

async function breakAndHeal(service: StartedService, faults: FaultInjector): Promise<void> {
  const { image, stillResponds } = await goodCall(service.url);
  const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/readyz`)).status === 200;
  const endOne = async (n: number): Promise<void> => {
    await faults.do(service, { kind: 'die', how: 'exit' });
    const ended = async (): Promise<number> =>
      (await faults.do(service, { kind: 'look' }))?.ended.length ?? 0;
    await expect.poll(ended, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(n);
  };
  const paths = await filesOf('embedder');
  const sound = new Map<string, Buffer>();
  for (const path of paths) {
    sound.set(path, await readFile(path));
    await garble(path);
  }
  const heard = await underLoad(service.url, { image }, async (load) => {
    await load.hear(2);
    // The second death is that of its replacement, which cannot load the file.
    await endOne(2);
    await load.hear(4);
    expect(await isReady(), 'one worker is left').toBe(true);
    await endOne(4);
    await load.hear(3, ({ code }) => code === '5000');
    await expect.poll(isReady, { timeout: 30_000 }).toBe(false);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    for (const [path, bytes] of sound) await writeFile(path, bytes);
    await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true);
    await load.hear(4);
  });
  expect(Object.keys(tally(heard)).sort()).toEqual(['1000', '5000']);
  const responses = new Set(heard.filter(isSuccess).map(({ vector }) => JSON.stringify(vector)));
  expect(responses.size, 'different answers to the same call').toBe(1);
  await stillResponds();
}
