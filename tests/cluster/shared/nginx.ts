import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@facet/test-support';

const TEMPLATE = new URL('../../../deploy/nginx/facet.conf.template', import.meta.url);
const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];
const START_DEADLINE_MS = 20_000;

/** How long nginx shuns a server whose connections failed; as the template proposes. */
export const FAIL_TIMEOUT_MS = 2000;

/** Names the servers that were tried for a call; the last one answered. */
export const UPSTREAM_HEADER = 'x-test-upstream';

const TELL_UPSTREAM = `add_header ${UPSTREAM_HEADER} $upstream_addr always;`;

/** Ends nginx when standard input ends: also when the tests were killed. $1 nginx, $2 folder */
const RUN = `
"$1" -p "$2" -c "$2/nginx.conf" -e "$2/error.log" -g 'daemon off;' </dev/null &
nginx=$!
cat >/dev/null
kill -TERM $nginx
wait $nginx`;

export interface Nginx {
  readonly url: string;
  readonly errors: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

function findNginx(): string {
  const found = PLACES.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    'No nginx found; the cluster cannot be tested. Install it (Debian: apt-get install nginx-light, or scripts/ci-deploy-tools.sh).',
  );
}

/** The whole file around the part that operators use: everything in one folder, and a header for the tests. */
const wholeConfiguration = (folder: string, part: string): string => `
${process.getuid?.() === 0 ? 'user root root;' : ''}
worker_processes 2;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${TELL_UPSTREAM}
${
  // A place with headers of its own inherits none.
  part.replace(/(?=add_header X-Request-Id)/g, TELL_UPSTREAM)
}
}
`;

export interface NginxOptions {
  /** Ports of the servers behind it. */
  readonly ports: readonly number[];
  /** Changes the operators' part, to see what it is good for. */
  readonly change?: (part: string) => string;
}

/** A real nginx on loopback, with the configuration that operators are given. */
export async function startNginx({ ports, change = (part) => part }: NginxOptions): Promise<Nginx> {
  const nginx = findNginx();
  const folder = await mkdtemp(join(tmpdir(), 'facet-nginx-'));
  const port = await freePort();
  const values: Readonly<Record<string, string>> = {
    FACET_UPSTREAM_SERVERS: ports
      .map((each) => `server 127.0.0.1:${each} fail_timeout=${FAIL_TIMEOUT_MS / 1000}s;`)
      .join(' '),
    FACET_LISTEN: `127.0.0.1:${port}`,
  };
  const template = await readFile(TEMPLATE, 'utf8');
  const filled = template.replace(/\$\{(FACET_\w+)\}/g, (all, name: string) => values[name] ?? all);
  await writeFile(join(folder, 'nginx.conf'), wholeConfiguration(folder, change(filled)));
  const child = spawn('/bin/sh', ['-c', RUN, 'sh', nginx, folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  const errors = (): Promise<string> => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_DEADLINE_MS;
  while ((await fetch(`${url}/healthz`).catch(() => null)) === null) {
    if (performance.now() > deadline) {
      const reason = await errors();
      await stop();
      throw new Error(`nginx does not start:\n${reason}`);
    }
    await sleep(50);
  }
  return { url, errors, stop };
}
