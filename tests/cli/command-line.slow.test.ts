import { startService } from '@facet/test-support';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyOf, portrait, scratch, type Scratch } from './photos.js';
import { facet, FACET, jsonLines, startFacet } from './run-facet.js';

const SLOW = 200_000;
/** More than all workers have at a time, so that their order matters. */
const MANY = 50;
let place: Scratch;
beforeAll(async () => {
  place = await scratch();
  await portrait(0, place.path('one.jpg'), 200);
  await manyOf(place.path('one.jpg'), place.path('many'), MANY);
});
afterAll(() => place.remove());

describe('usage', () => {
  const COMMANDS = [
    'detect',
    'match',
    'vector',
    'enrol',
    'search',
    'cluster',
    'serve',
    'doctor',
    'completion',
  ];

  it('is shown with examples for each command', { timeout: SLOW }, async () => {
    const all = await facet(['--help']);
    expect(all.code).toBe(0);
    for (const name of COMMANDS) {
      expect(all.out).toContain(`\n  ${name} `);
      const { code, out } = await facet([name, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Examples:\n  $ facet ${name}`);
    }
  });

  it.each([
    [[]],
    [['nothing']],
    [['detect']],
    [['detect', 'one.jpg', '--wrong']],
    [['detect', 'one.jpg', '--json', '--csv']],
    [['detect', 'nowhere/*.jpg']],
    [['detect', 'one.jpg', '--workers', 'many']],
    [['detect', 'one.jpg', '--url', 'http://127.0.0.1:1']],
    [['detect', 'one.jpg', '--url', 'nonsense', '--api-key', 'x']],
    [['detect', 'one.jpg', '--api-key', 'x']],
    [['detect', 'one.jpg', '--max-faces', '41']],
    [['match', 'one.jpg']],
    [['enrol', 'many']],
    [['enrol', 'one.jpg', '--gallery', 'g']],
    [['search', 'one.jpg', '--gallery', 'none.facet']],
    [['completion', 'tcsh']],
  ])('that is wrong is exit code 2, with a sentence: %j', { timeout: SLOW }, async (args) => {
    const { code, out, err } = await facet(args, { cwd: place.folder });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.trim()).not.toBe('');
    expect(err).not.toContain('    at ');
  });

  it('knows its version', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(await facet(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('in a pipe', () => {
  it('works through a folder in order, with --quiet without a word besides', { timeout: SLOW }, async () => {
    const { code, out, err } = await facet(['vector', 'many', '--csv', '--quiet'], { cwd: place.folder });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const rows = out.trim().split('\n').slice(1);
    expect(rows).toHaveLength(MANY);
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      Array.from({ length: MANY }, (_, n) => `many/${String(n).padStart(5, '0')}.jpg`),
    );
    // The same bytes give the same numbers, whichever worker has seen them.
    expect(new Set(rows.map((row) => row.slice(row.indexOf(',')))).size).toBe(1);
  });

  it('reads a photo from standard input', { timeout: SLOW }, async () => {
    const input = await readFile(place.path('one.jpg'));
    const { code, out } = await facet(['detect', '-', '--json'], { input });
    expect(code).toBe(0);
    expect(jsonLines(out)).toMatchObject([{ photo: '-', faces: [{ gender: 'female' }] }]);
  });

  it('ends quietly when nobody reads on', { timeout: SLOW }, async () => {
    const running = startFacet(['detect', 'many', '--json'], { cwd: place.folder });
    const { stdout } = running.process;
    if (stdout === null) throw new Error('There is no output.');
    await once(stdout, 'data');
    stdout.destroy();
    const { code, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('has no colours unless they are requested', { timeout: SLOW }, async () => {
    const plain = await facet(['detect', 'one.jpg'], { cwd: place.folder });
    expect(plain.out).toMatch(
      /^one\.jpg {2}200×200 {2}1 face\n {2}1 {2}\S+ +female 0\.\d{3} {2}\d+,\d+ \d+,\d+\n$/,
    );
    const coloured = await facet(['detect', 'one.jpg'], { cwd: place.folder, env: { FORCE_COLOR: '1' } });
    expect(coloured.out).toContain('\x1b[1mone.jpg\x1b[22m');
  });
});

describe('doctor', () => {
  /** A cache of its own, with the real models in it. */
  async function ownCache(name: string): Promise<Record<string, string>> {
    const cache = process.env['FACET_CACHE_DIR'] ?? join(homedir(), '.cache', 'facet');
    await cp(join(cache, 'built'), place.path(name, 'built'), { recursive: true });
    return { FACET_CACHE_DIR: place.path(name), FACET_DATA_DIR: place.path('data') };
  }

  it('finds a machine in order', { timeout: SLOW }, async () => {
    const { code, out } = await facet(['doctor', '--json', '--port', '0'], { env: await ownCache('cache') });
    expect(jsonLines(out).filter(({ state }) => state === 'fail')).toEqual([]);
    expect(jsonLines(out)).toContainEqual(expect.objectContaining({ what: 'engine', state: 'ok' }));
    expect(code).toBe(0);
  });

  it('finds a damaged model, and says which', { timeout: SLOW }, async () => {
    const env = await ownCache('damaged');
    const built = place.path('damaged', 'built');
    const name = (await readdir(built)).find((each) => each.startsWith('embedder-')) ?? '';
    const bytes = await readFile(join(built, name));
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    await writeFile(join(built, name), bytes);
    const { code, out } = await facet(['doctor', '--port', '0'], { env });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail +models +damaged: .*embedder-/m);
    expect(out).toContain('Delete the damaged files');
  });

  it('finds a port in use, and a server that is Facet', { timeout: SLOW }, async () => {
    const env = { FACET_CACHE_DIR: place.path('empty'), FACET_DATA_DIR: place.path('data') };
    const other = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const inUse = await facet(['doctor', '--port', String(port)], { env });
    expect(inUse.code).toBe(1);
    expect(inUse.out).toMatch(/^fail +port +127\.0\.0\.1:\d+ is in use by another program$/m);
    await new Promise((resolve) => other.close(resolve));

    const service = await startService({ env: { FACET_WORKERS: '1' } });
    const facetThere = await facet(['doctor', '--port', new URL(service.url).port, '--url', service.url], {
      env,
    });
    expect(facetThere.out).toMatch(/^warn +port +Facet is already running on /m);
    expect(facetThere.out).toMatch(/^ok +server +http\S+ is ready$/m);
    expect(facetThere.code).toBe(0);
    await service.stop();
  });
});

it('serves, and stops at a signal', { timeout: SLOW }, async () => {
  const env = { FACET_DATA_DIR: place.path('served'), FACET_DEMO_API_KEY: 'served-user-id' };
  const running = startFacet(['serve', '--port', '0', '--workers', '1'], { env });
  while (!running.out().includes('Facet is ready at')) {
    if (running.process.exitCode !== null) throw new Error((await running.ended).err);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(running.out())?.[0] ?? '';
  const served = await facet(['detect', 'one.jpg', '--csv', '--url', url, '--api-key', 'served-user-id'], {
    cwd: place.folder,
  });
  expect(served.out).toContain('one.jpg,1,1,');
  running.process.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

it('says what a wrong setting of the service is', { timeout: SLOW }, async () => {
  const { code, err } = await facet(['serve', '--port', '99999']);
  expect(code).toBe(2);
  expect(err).toContain('PORT must be');
});

it('writes a script that bash can read', { timeout: SLOW }, async () => {
  const { out } = await promisify(execFile)(process.execPath, [FACET, 'completion', 'bash']).then(
    ({ stdout }) => ({ out: stdout }),
  );
  const bash = spawn('bash', ['-n'], { stdio: ['pipe', 'ignore', 'inherit'] });
  bash.stdin.end(out);
  const [code] = (await once(bash, 'exit')) as [number];
  expect(code).toBe(0);
});
