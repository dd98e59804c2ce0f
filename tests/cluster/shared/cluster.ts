import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startService,
  startTemporaryPostgres,
  type StartedService,
  type TemporaryPostgres,
} from '@facet/test-support';
import { sharedByFiles } from '@facet/test-support/vitest';
import { afterAll } from 'vitest';
import { openLedger, type Ledger } from './ledger.js';
import { FAIL_TIMEOUT_MS, startNginx, type Nginx } from './nginx.js';
import { PLANS } from './plans.js';
import { stablePort } from './stable-port.js';

const SERVERS = 3;
export const SECRET = 'the secret that all servers of the cluster share';

export interface Member {
  readonly port: number;
  readonly service: StartedService;
}

interface Changed {
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A PostgreSQL, three servers on it, and nginx in front of them. */
export interface Cluster {
  readonly nginx: Nginx;
  readonly members: readonly Member[];
  readonly ledger: Ledger;
  /** What the servers had logged when all three were ready for the first time. */
  readonly firstLogs: readonly string[];
  /** Starts the server of this place again, with other settings or another build. The one before must have ended. */
  readonly restart: (place: number, changed?: Changed) => Promise<StartedService>;
  readonly stop: () => Promise<void>;
}

/** All three start at the same time, on an empty database. */
export async function startCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-cluster-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const plansFile = join(folder, 'plans.json');
    await writeFile(plansFile, JSON.stringify(PLANS));
    const postgres: TemporaryPostgres = await startTemporaryPostgres();
    closing.push(() => postgres.stop());
    const url = await postgres.createDatabase();
    const start = (port: number, { main, env: changed }: Changed = {}): Promise<StartedService> =>
      startService({
        ...(main !== undefined && { main }),
        env: {
          PORT: String(port),
          DATABASE_URL: url,
          FACET_SECRET: SECRET,
          FACET_MODE: 'production',
          FACET_PLANS_FILE: plansFile,
          FACET_TRUST_PROXY: '1',
          FACET_WORKERS: '1',
          // A busy machine takes its time.
          FACET_DEADLINE_MS: '60000',
          FACET_DATABASE_DEADLINE_MS: '20000',
          ...env,
          ...changed,
        },
      });
    const ports: number[] = [];
    for (let n = 0; n < SERVERS; n += 1) ports.push(await stablePort());
    const starting = await Promise.allSettled(ports.map((port) => start(port)));
    const members: Member[] = [];
    closing.push(() => Promise.all(members.map(({ service }) => service.stop())));
    for (const [n, started] of starting.entries())
      if (started.status === 'fulfilled') members.push({ port: ports[n] ?? 0, service: started.value });
    for (const started of starting) if (started.status === 'rejected') throw started.reason;
    const nginx = await startNginx({ ports });
    closing.push(() => nginx.stop());
    const ledger = await openLedger(url);
    closing.push(() => ledger.close());
    return {
      nginx,
      members,
      firstLogs: members.map(({ service }) => service.log()),
      ledger,
      stop,
      restart: async (place, changed) => {
        const member = members[place];
        if (member === undefined) throw new Error(`There is no server ${place}.`);
        const service = await start(member.port, changed);
        members[place] = { port: member.port, service };
        return service;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const useStarted = sharedByFiles(startCluster, (cluster) => cluster.stop());

/** The cluster that several files share. Each leaves three running servers that nginx sends calls to. */
export function useCluster(): () => Cluster {
  const cluster = useStarted({});
  // A server that was away for a moment gets no calls for this long.
  afterAll(() => sleep(FAIL_TIMEOUT_MS));
  return cluster;
}
