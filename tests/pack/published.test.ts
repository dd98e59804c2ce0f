import { brokenLinks, INSTALL_DEADLINE_MS, npm } from '@facet/test-support';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { list } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, type Scratch } from '../cli/photos.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPOSITORY = 'git+https://github.com/example/facet.git';
const LIBRARIES = ['facet-browser', 'facet-client', 'facet-gallery'];
const TARBALLS = [...LIBRARIES, 'facet-faces'];
const run = promisify(execFile);

interface Packed {
  readonly files: readonly string[];
  readonly readme: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

let place: Scratch;
let version: string;
beforeAll(async () => {
  place = await scratch();
  ({ version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string });
}, INSTALL_DEADLINE_MS);
afterAll(() => place.remove());

/** Runs a script of the release. */
async function pack(script: string, ...args: readonly string[]): Promise<void> {
  await run(process.execPath, [join(ROOT, 'scripts', script), ...args], { timeout: INSTALL_DEADLINE_MS });
}

async function open(path: string): Promise<Packed> {
  const files: string[] = [];
  const texts: Record<string, string> = {};
  await list({
    file: path,
    onReadEntry: (entry) => {
      const name = entry.path.replace(/^package\//, '');
      files.push(name);
      if (name !== 'README.md' && name !== 'package.json') return;
      entry.on('data', (chunk) => (texts[name] = (texts[name] ?? '') + chunk.toString()));
    },
  });
  const manifest = JSON.parse(texts['package.json'] ?? '') as Record<string, unknown>;
  return { files, readme: texts['README.md'] ?? '', manifest };
}

describe('the npm packages of a release', { timeout: INSTALL_DEADLINE_MS }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = place.path('of-a-repository');
    await pack('pack-command.mjs', folder, REPOSITORY);
    await pack('pack-libraries.mjs', folder, REPOSITORY);
  }, INSTALL_DEADLINE_MS);

  it('are all there', async () => {
    expect((await readdir(folder)).sort()).toEqual(TARBALLS.map((name) => `${name}-${version}.tgz`).sort());
  });

  it.each(TARBALLS)('%s has a licence, and a README whose links work', async (name) => {
    const { files, readme, manifest } = await open(join(folder, `${name}-${version}.tgz`));
    expect(files).toContain('LICENSE');
    expect(readme.length).toBeGreaterThan(200);
    const page = `https://github.com/example/facet/blob/v${version}`;
    const isBeside = (path: string): boolean => files.includes(path);
    expect(brokenLinks(readme, page, isBeside)).toEqual([]);
    expect(brokenLinks(`${readme}[a](../../README.md)[b](${page}/no.md)`, page, isBeside)).toEqual([
      '../../README.md',
      `${page}/no.md`,
    ]);
    expect(manifest).toMatchObject({ version, repository: { type: 'git', url: REPOSITORY } });
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  it.each(LIBRARIES)('%s says how to install it', async (name) => {
    const { readme, manifest } = await open(join(folder, `${name}-${version}.tgz`));
    expect(readme).toContain(`npm install ${String(manifest['name'])}\n`);
    expect(readme).not.toContain('npm pack');
  });

  it.each(TARBALLS)('%s can be published', async (name) => {
    const tarball = join(folder, `${name}-${version}.tgz`);
    const { stdout } = await npm(['publish', '--dry-run', '--access', 'public', tarball], place.folder);
    expect(stdout).toMatch(new RegExp(`^\\+ \\S+@${version}$`, 'm'));
  });
});

it(
  'without a repository, links out of the package are plain text',
  { timeout: INSTALL_DEADLINE_MS },
  async () => {
    const folder = place.path('of-a-checkout');
    await pack('pack-libraries.mjs', folder);
    for (const name of LIBRARIES) {
      const { files, readme, manifest } = await open(join(folder, `${name}-${version}.tgz`));
      expect(brokenLinks(readme, 'https://github.com/', (path) => files.includes(path))).toEqual([]);
      expect(readme).not.toContain('](../');
      expect(manifest).not.toHaveProperty('repository');
    }
  },
);
