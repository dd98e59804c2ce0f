import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cachedWeightPath, cacheLayout, sha256OfFile } from '../cache/cache-files.js';
import { currentHost } from '../host.js';
import type { RegistryFile, Tarball } from '../manifest.js';
import { fakeRegistry, pinned, type FakeRegistry } from './fake-npm.test.fixture.js';
import { openFileStore } from './file-store.js';
import { npmCommandOf } from './npm-command.js';
import { requireRegistry } from './require-registry.test.fixture.js';
import { compileStore, startStore } from './store-process.test.fixture.js';

const A = pinned('a.bin', 'the weights of a');
const NPM = npmCommandOf(currentHost());
/** A package of a size that a test can wait for. */
const FACE_API: Tarball = { package: '@vladmandic/face-api', version: '0.3.0', bytes: 5_843_021 };
const FILE: RegistryFile = {
  name: 'age_gender_model-shard1',
  tarball: FACE_API,
  path: 'weights/age_gender_model-shard1',
  sha256: '49f92bbc0afef2342c4385e4a2b0acb6d7a727c6f0aa539499719a81acf9abaa',
  bytes: 429_708,
  license: 'MIT',
  purpose: 'a real file of a real package',
};

describe('several processes on one cache', () => {
  let made: FakeRegistry;
  let runner: string;
  beforeEach(async () => {
    made = await fakeRegistry({ 'package/model/a.bin': 'the weights of a' });
    runner = await compileStore(made.folder);
  });
  afterEach(() => made.remove());

  const soundAndTidy = async (): Promise<void> => {
    const layout = cacheLayout(made.cacheDir);
    expect(await readdir(layout.tmp)).toEqual([]);
    expect(await readdir(layout.locks)).toEqual([]);
  };

  it('fetch once', async () => {
    const started = [1, 2, 3, 4].map(() =>
      startStore(runner, [A], made.options({ delayMs: 600 }), ['a.bin']),
    );
    const endings = await Promise.all(started.map((one) => one.ended));
    const expected = JSON.stringify([cachedWeightPath(cacheLayout(made.cacheDir), A)]);
    expect(endings).toEqual(endings.map(() => ({ code: 0, out: expected, err: '' })));
    expect(await made.calls()).toBe(1);
    await soundAndTidy();
  });

  it('recover from one that was killed during a fetch', async () => {
    const killed = startStore(runner, [A], made.options({ delayMs: 60_000 }), ['a.bin']);
    await expect.poll(() => made.calls(), { timeout: 20_000 }).toBe(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const layout = cacheLayout(made.cacheDir);
    expect(await readdir(layout.locks)).toHaveLength(1);
    expect(await readdir(layout.tmp)).toHaveLength(1);
    const [orphan] = (await readFile(`${made.folder}/calls.log`, 'utf8')).split(' ');
    process.kill(Number(orphan), 'SIGKILL');
    const paths = await openFileStore([A], made.options()).ensure(['a.bin']);
    expect(await readFile(paths.get('a.bin') ?? '', 'utf8')).toBe('the weights of a');
    await soundAndTidy();
  });
});

describe('the real npm', () => {
  let made: FakeRegistry;
  beforeAll(() => requireRegistry(NPM, FACE_API));
  beforeEach(async () => {
    made = await fakeRegistry({ 'package/model/a.bin': 'the weights of a' });
  });
  afterEach(() => made.remove());

  it('serves several processes, after one of them was killed while npm was running', async () => {
    const names = [FILE.name];
    const options = made.options({ npmCommand: NPM, npmDeadlineMs: 60_000 });
    const layout = cacheLayout(made.cacheDir);
    const runner = await compileStore(made.folder);
    const killed = startStore(runner, [FILE], options, names);
    const inWork = async (): Promise<number> =>
      (await readdir(layout.tmp, { recursive: true }).catch(() => [])).length;
    // The work folder, npm's cache in it, and something that npm put there.
    await expect.poll(inWork, { timeout: 30_000, interval: 10 }).toBeGreaterThan(3);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await readdir(layout.weights).catch(() => [])).toEqual([]);

    const other = startStore(runner, [FILE], options, names);
    const store = openFileStore([FILE], options);
    const [paths, ending] = await Promise.all([store.ensure(names), other.ended]);
    expect(ending).toEqual({ code: 0, out: JSON.stringify([...paths.values()]), err: '' });
    expect(await sha256OfFile(paths.get(FILE.name) ?? '')).toBe(FILE.sha256);
    expect(await readdir(layout.weights)).toEqual([...paths.values()].map((path) => basename(path)));
    expect(await readdir(layout.locks)).toEqual([]);
  });

  it('quotes what npm says about a package that does not exist', async () => {
    const tarball = { package: FACE_API.package, version: '0.0.0-none', bytes: 1 };
    const options = made.options({ npmCommand: NPM, npmDeadlineMs: 60_000 });
    const store = openFileStore([{ ...A, tarball }], options);
    await expect(store.ensure(['a.bin'])).rejects.toMatchObject({
      code: 'model-fetch-failed',
      message: expect.stringMatching(/No matching version found/) as unknown,
    });
  });
});
