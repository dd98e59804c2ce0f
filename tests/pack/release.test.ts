import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratch, type Scratch } from '../cli/photos.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NEXT = '98.76.5';
/** What stays as it is: other packages, addresses, and what was true of that version. */
const STAYS = [/^(?:CHANGELOG\.md|(?:.*\/)?package-lock\.json|docs\/company\.md)$/, /url-guard\.test\.ts$/];

let place: Scratch;
let clone: string;
const run = async (program: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: clone })).stdout;
const release = (...args: readonly string[]): Promise<string> =>
  run(process.execPath, 'scripts/release.mjs', ...args);

beforeAll(async () => {
  place = await scratch();
  clone = place.path('clone');
  await promisify(execFile)('git', ['clone', '--quiet', '--shared', ROOT, clone]);
});
afterAll(() => place.remove());

it('gives the version that the files state already, the first, all notes that are not released', async () => {
  const { version } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')) as { version: string };
  const changelog = await readFile(join(clone, 'CHANGELOG.md'), 'utf8');
  const unreleased = changelog.split(/^## .*$/m)[1]?.trim() ?? '';
  expect(unreleased).toContain('### Added');
  await release(version);
  expect((await release('--notes', `v${version}`)).trim()).toBe(unreleased);
  await run('git', 'checkout', '--quiet', '.');
});

it('gives a release its version everywhere, and its part of the changelog', async () => {
  const { version } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')) as { version: string };
  const changelog = join(clone, 'CHANGELOG.md');
  const before = await readFile(changelog, 'utf8');
  await writeFile(changelog, before.replace('## Unreleased\n', '## Unreleased\n\n- Something new.\n'));
  await release(NEXT);
  expect(await release('--notes', `v${NEXT}`)).toContain('- Something new.');
  const stale = (await run('git', 'grep', '-l', '-F', version)).split('\n').filter(Boolean);
  expect(stale.filter((path) => !STAYS.some((pattern) => pattern.test(path)))).toEqual([]);
});

it('gives no version a second time, which would hide its notes', async () => {
  const written = await run('git', 'diff');
  await expect(release(NEXT)).rejects.toThrow(`CHANGELOG.md has a part about ${NEXT} already`);
  expect(await run('git', 'diff')).toBe(written);
});

it('publishes no tag that differs from a version in the files', async () => {
  await expect(release('--notes', 'v98.76.6')).rejects.toThrow('The tag v98.76.6 differs from package.json');
  await expect(release('next')).rejects.toThrow('Give a version such as 0.2.0.');
});
