import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheLayout, sha256Of } from '../cache/cache-files.js';
import { fakeRegistry, pinned, type FakeRegistry } from '../fetch/fake-npm.test.fixture.js';
import { openFileStore } from '../fetch/file-store.js';
import type { ProgressEvent } from '../progress.js';
import { ensureBuilt, type BuildOptions, type Recipe } from './ensure-built.js';

const A = pinned('a.bin', 'the weights of a');
const BUILT_SHA256 = sha256Of(Buffer.from('THE WEIGHTS OF A'));

let made: FakeRegistry;
let builds = 0;
beforeEach(async () => {
  made = await fakeRegistry({ 'package/model/a.bin': 'the weights of a' });
  builds = 0;
});
afterEach(() => made.remove());

const upperCase: Recipe<string> = {
  sources: ['a.bin'],
  build(sources) {
    builds++;
    const text = Buffer.from(sources.get('a.bin') ?? []).toString();
    return Promise.resolve(Buffer.from(text.toUpperCase()));
  },
};

function options(changes: Partial<BuildOptions<string>> = {}): BuildOptions<string> {
  return {
    cacheDir: made.cacheDir,
    converterVersion: '1',
    pinned: { example: BUILT_SHA256, 'example-2': BUILT_SHA256 },
    catalogue: [A],
    store: openFileStore([A], made.options()),
    onProgress: () => undefined,
    ...changes,
  };
}

const built = (): Promise<string[]> => readdir(cacheLayout(made.cacheDir).built);

describe('a built model', () => {
  it('is built once, and then needs no source', async () => {
    const path = await ensureBuilt('example', upperCase, options());
    expect(await readFile(path, 'utf8')).toBe('THE WEIGHTS OF A');
    await rm(cacheLayout(made.cacheDir).weights, { recursive: true });
    expect(await ensureBuilt('example', upperCase, options())).toBe(path);
    expect(builds).toBe(1);
    expect(await made.calls()).toBe(1);
    expect(await readdir(cacheLayout(made.cacheDir).tmp)).toEqual([]);
  });

  it('is built once for concurrent calls', async () => {
    const paths = await Promise.all([1, 2, 3].map(() => ensureBuilt('example', upperCase, options())));
    expect(new Set(paths).size).toBe(1);
    expect(builds).toBe(1);
  });

  it('is rebuilt when damaged or gone', async () => {
    const path = await ensureBuilt('example', upperCase, options());
    await writeFile(path, 'THE WEIGHTS OF X');
    expect(await ensureBuilt('example', upperCase, options())).toBe(path);
    expect(await readFile(path, 'utf8')).toBe('THE WEIGHTS OF A');
    await rm(path);
    expect(await ensureBuilt('example', upperCase, options())).toBe(path);
    expect(builds).toBe(3);
    expect(await built()).toHaveLength(1);
  });

  it('is rebuilt for another converter, and the other version stays as long as it is in use', async () => {
    const old = await ensureBuilt('example', upperCase, options());
    const other = await ensureBuilt('example-2', upperCase, options());
    const two = await ensureBuilt('example', upperCase, options({ converterVersion: '2' }));
    expect(await built()).toHaveLength(3);
    const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
    for (const path of [old, other, two]) await utimes(path, longAgo, longAgo);
    // Using the second version renews its time; the first, unused, is removed by the next build.
    expect(await ensureBuilt('example', upperCase, options({ converterVersion: '2' }))).toBe(two);
    const three = await ensureBuilt('example', upperCase, options({ converterVersion: '3' }));
    expect((await built()).map((name) => join(cacheLayout(made.cacheDir).built, name)).sort()).toEqual(
      [other, two, three].sort(),
    );
  });

  it('is taken only with the content that is pinned, from the cache and from a build', async () => {
    const path = await ensureBuilt('example', upperCase, options());
    // Another file that vouches for itself: its name holds its own hash, and the key of this model.
    const forged = Buffer.from('THE WEIGHTS OF SOMEBODY ELSE');
    const name = basename(path).replace(BUILT_SHA256, sha256Of(forged));
    await rm(path);
    await writeFile(join(dirname(path), name), forged);
    const vouched = options({ pinned: { example: sha256Of(forged) } });
    expect(await ensureBuilt('example', upperCase, vouched)).toBe(join(dirname(path), name));
    expect(await ensureBuilt('example', upperCase, options())).toBe(path);
    expect(await readFile(path, 'utf8')).toBe('THE WEIGHTS OF A');

    const other = options({ pinned: { example: '0'.repeat(64) } });
    await expect(ensureBuilt('example', upperCase, other)).rejects.toThrow(
      /instead of 0{64}; if you changed/,
    );
    await expect(ensureBuilt('example', upperCase, options({ pinned: {} }))).rejects.toThrow(/not pinned/);
  });

  it('reports start and end', async () => {
    const events: ProgressEvent[] = [];
    await ensureBuilt('example', upperCase, options({ onProgress: (event) => events.push(event) }));
    expect(events).toEqual([
      { kind: 'build', name: 'example', doneBytes: 0, totalBytes: 16 },
      { kind: 'build', name: 'example', doneBytes: 16, totalBytes: 16 },
    ]);
  });

  it('fails with the name of the model, and leaves nothing', async () => {
    const broken: Recipe<string> = {
      sources: ['a.bin'],
      build: () => Promise.reject(new Error('unknown operator')),
    };
    await expect(ensureBuilt('example', broken, options())).rejects.toMatchObject({
      code: 'model-build-failed',
      message: 'The model example could not be built: unknown operator',
    });
    await expect(built()).rejects.toThrow('ENOENT');
    expect(await readdir(cacheLayout(made.cacheDir).locks)).toEqual([]);
  });
});
