import { postgresBinaries, startTemporaryPostgres } from '@facet/test-support';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface KillablePostgres {
  /** A fresh, empty database. */
  readonly url: string;
  /** Kills the server and with it, soon, all of its processes. */
  kill(): Promise<void>;
  /** Kills the process behind one connection of the service: the server then ends all others and recovers. */
  killBackend(applicationName: string): Promise<void>;
  /** Starts it again on the same data, as a supervisor would. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 60_000;

/** A real PostgreSQL that keeps what it has confirmed: otherwise its losses would look like those of the service. */
export async function startKillablePostgres(): Promise<KillablePostgres> {
  const first = await startTemporaryPostgres({ isDurable: true });
  const url = await first.createDatabase();
  const data = join(first.folder, 'data');
  const { postgres } = await postgresBinaries();
  let second: ChildProcess | undefined;
  const pidOf = async (): Promise<number> =>
    Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url,
    kill: async () => {
      process.kill(await pidOf(), 'SIGKILL');
    },
    killBackend: async (applicationName) => {
      const pid = await backendOf(url, applicationName);
      process.kill(pid, 'SIGKILL');
    },
    startAgain: async () => {
      const deadline = performance.now() + START_DEADLINE_MS;
      // Processes of the killed server may still be ending; until then, it refuses to start.
      for (;;) {
        second = run(postgres, data, first.folder);
        if (await responses(url, second, deadline)) return;
        if (performance.now() > deadline) throw new Error('PostgreSQL does not start again.');
        await sleep(100);
      }
    },
    stop: async () => {
      if (second?.exitCode === null && second.signalCode === null) {
        const gone = once(second, 'exit');
        second.kill('SIGINT');
        await gone;
      }
      await first.stop();
      await rm(first.folder, { recursive: true, force: true });
    },
  };
}

function run(postgres: string, data: string, socketFolder: string): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  const settings = ['listen_addresses=', 'max_connections=100', 'shared_buffers=32MB'];
  return spawn(
    postgres,
    ['-D', data, '-k', socketFolder, ...settings.flatMap((setting) => ['-c', setting])],
    {
      stdio: 'ignore',
      cwd: socketFolder,
      // PostgreSQL refuses to run as root, and the first one ran as nobody.
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    },
  );
}

async function responses(url: string, child: ChildProcess, deadline: number): Promise<boolean> {
  while (child.exitCode === null && performance.now() < deadline) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
}

async function backendOf(url: string, applicationName: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
      [applicationName],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`Nobody is connected as ${applicationName}.`);
    return row.pid;
  } finally {
    await client.end();
  }
}
