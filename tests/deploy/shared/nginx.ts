import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './run-tool.js';

const START_DEADLINE_MS = 20_000;
const TEMPLATE = join(ROOT, 'deploy', 'nginx', 'facet.conf.template');

export interface Nginx {
  readonly url: string;
  /** Of the master process. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The template, filled in as envsubst does it. */
export async function fillTemplate(values: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(TEMPLATE, 'utf8');
  return text.replace(/\$\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

/** A real nginx with the configuration of the project in front of the given servers; `more` goes to its http level. */
export async function startNginx(port: number, servers: readonly string[], more = ''): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-nginx-'));
  const conf = await fillTemplate({
    FACET_LISTEN: `127.0.0.1:${port}`,
    FACET_UPSTREAM_SERVERS: servers.map((server) => `server ${server} fail_timeout=1s;`).join('\n'),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of temporary) await mkdir(join(folder, name));
  await writeFile(join(folder, 'facet.conf'), conf);
  await writeFile(
    join(folder, 'nginx.conf'),
    // Its workers must reach the folder.
    `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log warn;
    worker_processes 1; events { worker_connections 256; }
    http { ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${more} include ${folder}/facet.conf; }`,
  );
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  child.once('error', (error) => (log += error.message));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = performance.now() + START_DEADLINE_MS;
  // nginx responds to this path itself.
  while ((await fetch(`${url}/metrics`).catch(() => null))?.status !== 404) {
    if (performance.now() > giveUpAt || child.exitCode !== null)
      throw new Error(`nginx did not start (scripts/ci-deploy-tools.sh installs it):\n${log}`);
    await sleep(50);
  }
  return {
    url,
    pid: child.pid ?? Number.NaN,
    stop: async () => {
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killTimer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
