import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';

const START_DEADLINE_MS = 60_000;

export interface Prometheus {
  /** The series that a question finds; fails where the question is wrong. */
  readonly query: (expr: string) => Promise<readonly Series[]>;
  readonly get: (path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A real Prometheus that scrapes one server every second and evaluates the rules. */
export async function startPrometheus(port: number, target: string, rules: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-prometheus-'));
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'facet', static_configs: [{ targets: [target] }] }],
  };
  await writeFile(join(folder, 'prometheus.yaml'), stringify(config));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yaml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (cause) => {
      reject(new Error('prometheus cannot be run; scripts/ci-deploy-tools.sh installs it.', { cause }));
    });
  });
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = async (): Promise<void> => {
    const giveUpAt = performance.now() + START_DEADLINE_MS;
    while ((await fetch(`${url}/-/ready`).catch(() => null))?.status !== 200) {
      if (performance.now() > giveUpAt || child.exitCode !== null)
        throw new Error(`Prometheus did not start:\n${log}`);
      await sleep(100);
    }
  };
  await Promise.race([ready(), failed]);
  const get = async (path: string): Promise<unknown> => {
    const body = (await (await fetch(url + path)).json()) as {
      status: string;
      error?: string;
      data: unknown;
    };
    if (body.status !== 'success') throw new Error(`${path}: ${body.error ?? ''}`);
    return body.data;
  };
  return {
    get,
    query: async (expr) => {
      const data = (await get(`/api/v1/query?query=${encodeURIComponent(expr)}`)) as { result: Series[] };
      return data.result;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(killTimer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
