import {
  codeBlocks,
  commandsOf,
  differences,
  looksLike,
  parseShownJson,
  type CodeBlock,
  INSTALL_DEADLINE_MS,
  npm,
  withoutNpm,
} from '@facet/test-support';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, type Scratch } from '../cli/photos.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND_DEADLINE_MS = 300_000;
const run = promisify(execFile);

let place: Scratch;
let clone: string;
beforeAll(async () => {
  place = await scratch();
  clone = place.path('clone');
  await copySources(clone);
});
afterAll(() => place.remove());

/** What a clone would have, with the changes that are not committed yet. */
async function copySources(to: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  for (const name of stdout.split('\0').filter((file) => file !== '')) {
    const path = join(to, name);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(ROOT, name), path).catch((error: unknown) => {
      // A file that was deleted and not committed is still listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Started {
  readonly process: ChildProcess;
  readonly written: string;
  readonly apiKey: string;
  /** Ends npm as a service manager does; resolves when the service has ended, too. */
  readonly stop: () => Promise<void>;
}

/** `npm start` in the clone, up to its demo API key. */
async function npmStart(port: number): Promise<Started> {
  const started = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...withoutNpm(), PORT: String(port), FACET_DATA_DIR: place.path('data'), FACET_WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  // The server holds the other end of the pipes, so they close only when it has ended too.
  const closed = once(started, 'close');
  started.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const apiKey = await new Promise<string>((resolve, reject) => {
    started.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const [, id] = /Demo API key \(user_id\): (\S+)\n/.exec(written) ?? [];
      if (id !== undefined) resolve(id);
    });
    void closed.then(() => {
      reject(new Error(`npm start ended before it was ready:\n${written}`));
    });
  });
  return {
    process: started,
    apiKey,
    get written() {
      return written;
    },
    stop: async () => {
      started.kill('SIGTERM');
      await closed;
    },
  };
}

describe('Getting started, word by word in a clean clone', () => {
  const GUIDE = codeBlocks('docs/getting-started.md');
  let started: Started;
  let port: number;
  /** How many blocks have been followed. */
  let followed = 0;

  /** The next block of the guide; the tests below go through all of them, in their order. */
  const next = (language: string): CodeBlock => {
    const block = GUIDE[followed];
    followed += 1;
    if (block?.language !== language)
      throw new Error(`Block ${followed} of the guide is not ${language}:\n${block?.text ?? 'missing'}`);
    return { ...block, text: block.text.replaceAll(':8080', `:${port}`).replaceAll('fct_…', started.apiKey) };
  };
  const shell = async (text: string, timeout = COMMAND_DEADLINE_MS): Promise<string> => {
    const settings = { FACET: `http://127.0.0.1:${port}`, API_KEY: started.apiKey, FACET_WORKERS: '1' };
    const { stdout } = await run('sh', ['-e', '-c', text], {
      cwd: clone,
      timeout,
      env: { ...withoutNpm(), ...settings },
    });
    return stdout;
  };

  beforeAll(async () => {
    port = await freePort();
    started = await npmStart(port);
  }, INSTALL_DEADLINE_MS);
  afterAll(() => started.stop());

  it('1. npm start prints what the guide shows', async () => {
    expect(commandsOf(next('sh')).map(({ line }) => line)).toEqual(['npm start']);
    const banner = started.written.slice(started.written.indexOf('Facet is ready at'));
    expect(looksLike(`${next('text').text}\n…`, banner), banner).toBe(true);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    // Elsewhere than on a terminal each log line is JSON.
    expect(started.written).toMatch(/^\{"level":30,.*"msg":"ready"\}$/m);
  });

  it('2. and 3. every call gives the response that the guide shows', async () => {
    const variables = next('sh').text;
    expect(variables).toContain(started.apiKey);
    const call = async (): Promise<void> => {
      const response: unknown = JSON.parse(await shell(`${variables}\n${next('sh').text}`));
      expect(differences(parseShownJson(next('json').text), response)).toEqual([]);
    };
    await call();
    await call();
  });

  it('4. the portal is there', async () => {
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<title>Facet</title>');
  });

  it('5. the command line works', async () => {
    const printed = await shell(next('sh').text);
    expect(looksLike(next('console').text, printed), printed).toBe(true);
    const { text } = next('sh');
    // It may find a problem on this machine, and says so by its exit code.
    expect(await shell(`${text} || true`)).toMatch(/^ok +engine +starts and analyses/m);
  });

  it('6. the client is packed, installed and calls', { timeout: INSTALL_DEADLINE_MS }, async () => {
    await shell(next('sh').text, INSTALL_DEADLINE_MS);
    const [archive] = (await readdir(clone)).filter((name) => /^facet-client-.*\.tgz$/.test(name));
    const project = place.path('project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "name": "mine", "private": true, "type": "module" }');
    await npm(['install', '--no-audit', '--no-fund', join(clone, archive ?? '')], project);
    for (const photo of ['group.jpg', 'then.jpg', 'now.jpg'])
      await copyFile(join(clone, photo), join(project, photo));
    await writeFile(
      join(project, 'mine.js'),
      `${next('ts').text}\nconsole.log(faces.length, typeof score, isMatch);\n`,
    );
    const { stdout } = await run(process.execPath, ['mine.js'], {
      cwd: project,
      timeout: COMMAND_DEADLINE_MS,
    });
    expect(stdout).toBe('6 number true\n');
  });

  it('has no further example', () => {
    expect(GUIDE.slice(followed)).toEqual([]);
  });

  it(
    'SIGTERM to npm ends the service, and the next start has the same API key',
    { timeout: INSTALL_DEADLINE_MS },
    async () => {
      await started.stop();
      await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
      const { apiKey } = started;
      started = await npmStart(port);
      expect(started.apiKey).toBe(apiKey);
    },
  );
});

it('offers the commands with npx as soon as it is built', { timeout: INSTALL_DEADLINE_MS }, async () => {
  for (const command of ['facet', 'facet-admin']) {
    const { stdout } = await npm(['exec', '--no', '--', command, '--version'], clone);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const dist = join(clone, 'packages', 'cli', 'dist');
  await rename(dist, `${dist}-away`);
  await expect(npm(['exec', '--no', '--', 'facet', '--version'], clone)).rejects.toThrow(
    /facet is not built yet\. Run "npm run build"/,
  );
  await rename(`${dist}-away`, dist);
});
