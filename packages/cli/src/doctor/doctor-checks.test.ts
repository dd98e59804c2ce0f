import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase, checkDataFolder, checkPort, checkServer } from './check-service.js';
import { checkCores, checkMemory, checkNode } from './check-machine.js';
import { checkModels, checkSources } from './check-models.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-doctor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['v20.19.0', 'ok'],
  ['v22.0.0', 'ok'],
  ['v20.18.3', 'fail'],
  ['v18.20.0', 'fail'],
])('finds Node %s %s', (version, state) => {
  expect(checkNode(version, 'linux x64').state).toBe(state);
});

it.each([
  [2 ** 32, 2, 'ok'],
  [2 ** 30, 4, 'warn'],
  [2 ** 28, 1, 'fail'],
])('finds %d bytes of memory for %d workers %s', (availableBytes, workers, state) => {
  expect(checkMemory({ availableBytes, workers }).state).toBe(state);
});

it('says how many workers a container can feed', () => {
  expect(checkCores({ cores: 8, allowed: 1.5, workers: 8, threads: 1 })).toMatchObject({
    state: 'warn',
    fix: 'Use --workers 1, or set FACET_WORKERS=1.',
  });
  expect(checkCores({ cores: 8, allowed: undefined, workers: 8, threads: 1 }).state).toBe('ok');
  expect(checkCores({ cores: 8, allowed: undefined, workers: 2, threads: 4 }).state).toBe('ok');
  expect(checkCores({ cores: 8, allowed: undefined, workers: 8, threads: 4 })).toMatchObject({
    state: 'warn',
    found: '8; 8 workers of 4 threads',
    fix: 'Use --workers 2, or set FACET_WORKERS=2.',
  });
});

describe('the models', () => {
  const MODELS = ['detector', 'landmarks', 'blendshapes', 'embedder', 'attributes', 'age-gender', 'spoof'];
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const fill = async (): Promise<string[]> => {
    await mkdir(join(folder, 'built'), { recursive: true });
    await mkdir(join(folder, 'weights'), { recursive: true });
    const built = MODELS.map((name) =>
      join(folder, 'built', `${name}-0123456789abcdef-${sha256(name)}.onnx`),
    );
    for (const [n, path] of built.entries()) await writeFile(path, MODELS[n] ?? '');
    const weight = join(folder, 'weights', `${sha256('w').slice(0, 16)}-w.bin`);
    await writeFile(weight, 'w');
    return [...built, weight];
  };

  it('are right when all are there and undamaged', async () => {
    await fill();
    expect(await checkModels(folder)).toMatchObject({ isComplete: true, finding: { state: 'ok' } });
  });

  it('are named when one is damaged, built or fetched', async () => {
    for (const path of await fill()) {
      const before = await readFile(path);
      await writeFile(path, 'damaged');
      const { finding } = await checkModels(folder);
      expect(finding.state).toBe('fail');
      expect(finding.found).toContain(path);
      await writeFile(path, before);
    }
  });

  it('are a warning when they are not there yet', async () => {
    expect(await checkModels(folder)).toMatchObject({ isComplete: false, finding: { state: 'warn' } });
  });
});

it('finds a port that is free, and the same port in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  server.on('connection', (socket) => socket.destroy());
  expect(await checkPort('127.0.0.1', port)).toMatchObject({ state: 'fail', what: 'port' });
  await new Promise((resolve) => server.close(resolve));
  expect((await checkPort('127.0.0.1', port)).state).toBe('ok');
});

it('finds an address that is not of this machine', async () => {
  expect(await checkPort('192.0.2.1', 8080)).toMatchObject({ state: 'fail' });
});

it('finds a data folder that can be written to, and leaves no trace', async () => {
  const path = join(folder, 'new');
  expect((await checkDataFolder(path)).state).toBe('ok');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

it('finds a data folder that is a file', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  expect((await checkDataFolder(path)).state).toBe('fail');
});

it('tells a database from a file that is none', async () => {
  expect((await checkDatabase(undefined, folder)).state).toBe('ok');
  await writeFile(join(folder, 'facet.db'), 'SQLite format 3\0 and so on');
  expect((await checkDatabase(undefined, folder)).state).toBe('ok');
  await writeFile(join(folder, 'facet.db'), 'something else entirely');
  expect((await checkDatabase(undefined, folder)).state).toBe('fail');
});

it('tells of a database that is not there without its password', async () => {
  const finding = await checkDatabase('postgres://name:geheim@127.0.0.1:1/faces', folder);
  expect(finding.state).toBe('fail');
  expect(JSON.stringify(finding)).not.toContain('geheim');
});

it('tells of a server that is not there', async () => {
  expect((await checkServer('http://127.0.0.1:1')).state).toBe('fail');
  expect((await checkServer('nothing')).state).toBe('fail');
});

const WEIGHTS = [
  {
    name: 'a.bin',
    bytes: 1,
    sha256: '',
    npm: 'p@1.0.0',
    urls: ['https://one.example/a', 'https://two.example/a'],
  },
  { name: 'b.bin', bytes: 1, sha256: '', npm: 'p@1.0.0', urls: ['https://one.example/b'] },
];
const only = (
  ...names: string[]
): { npm: (name: string) => Promise<boolean>; url: (name: string) => Promise<boolean> } => {
  const isThere = (name: string): Promise<boolean> => Promise.resolve(names.includes(name));
  return { npm: isThere, url: isThere };
};

it('says how many sources are reachable, and names the others', async () => {
  const finding = await checkSources(false, WEIGHTS, only('p@1.0.0', 'https://one.example/a'));
  expect(finding).toEqual({
    what: 'sources',
    state: 'ok',
    found: '2 of 4 reachable; not reachable: https://two.example/a, https://one.example/b',
  });
});

it.each([
  [false, 'fail'],
  [true, 'warn'],
])('with models here %j and no source for a file: %s', async (areModelsHere, state) => {
  const finding = await checkSources(areModelsHere, WEIGHTS, only('https://two.example/a'));
  expect(finding.state).toBe(state);
  expect(finding.found).toMatch(/no source for b\.bin$/);
});
