import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, processFigures, type TemporaryPostgres } from '@facet/test-support';
import { addAccounts } from '../metering/metered-accounts.js';
import {
  postgresProcess,
  readPostgresFacts,
  refreshStatistics,
  type PostgresFacts,
} from '../metering/postgres-facts.js';
import { migrate, openDatabase, type Database } from '@facet/server/internals';
import { sum } from '../common/statistics.js';
import { MeteringServers } from './metering-servers.js';

const WARM_UP_SECONDS = 4;
/** Typical of one photo. */
const ANALYSIS_MS = 50;
/** Each is busy with one connection after the other; more of them would only take memory. */
const MAX_PROCESSES = 4;
/** PostgreSQL's counters of its tables are this old at most. */
const STATISTICS_MS = 1500;

export interface MeteringCase {
  readonly accounts: number;
  readonly servers: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface MeteringLoad extends MeteringCase {
  readonly offered: number;
  readonly counted: number;
  /** Over the time until the last call is counted. */
  readonly countedPerSecond: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Whether the database has counted every call that succeeded, and nothing is reserved any longer. */
  readonly isExact: boolean;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly postgresCpuSeconds: number;
  readonly serverCpuSeconds: number;
  readonly tookSeconds: number;
  readonly before: PostgresFacts;
  readonly after: PostgresFacts;
}

/** Offers calls to the meters of several servers on one database, and measures the cost. */
export async function measureMetering(
  postgres: TemporaryPostgres,
  load: MeteringCase,
): Promise<MeteringLoad> {
  const url = await postgres.createDatabase();
  const database = await openDatabase({ url, dataDir: '' });
  await migrate(database);
  const ids = await addAccounts(database, 'metered', load.accounts);
  const processes = Math.min(load.servers, MAX_PROCESSES);
  const servers = new MeteringServers(processes, {
    url,
    ids,
    servers: load.servers / processes,
    perSecond: load.perSecond / processes,
    seconds: load.seconds,
    warmUpSeconds: WARM_UP_SECONDS,
    analysisMs: ANALYSIS_MS,
  });
  try {
    await servers.warmUp();
    await refreshStatistics(database);
    const pid = await postgresProcess(postgres);
    const countedBefore = await taken(database);
    await sleep(STATISTICS_MS);
    const before = await readPostgresFacts(database);
    const cpuBefore = (await processFigures(pid)).cpuSeconds;
    const began = performance.now();
    const outcomes = await servers.run();
    const tookSeconds = (performance.now() - began) / 1000;
    const postgresCpuSeconds = (await processFigures(pid)).cpuSeconds - cpuBefore;
    await sleep(STATISTICS_MS);
    const after = await readPostgresFacts(database);
    await servers.end();
    const { used, reserved } = await taken(database);
    const counted = sum(outcomes.map((each) => each.counted));
    const latencies = outcomes.flatMap((each) => [...each.latencies]);
    return {
      ...load,
      offered: sum(outcomes.map((each) => each.offered)),
      counted,
      countedPerSecond: counted / tookSeconds,
      failures: together(outcomes.map((each) => each.failures)),
      isExact: used - countedBefore.used === counted && reserved === 0,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      postgresCpuSeconds,
      serverCpuSeconds: sum(outcomes.map((each) => each.cpuSeconds)),
      tookSeconds,
      before,
      after,
    };
  } finally {
    await servers.end();
    await database.close();
  }
}

async function taken({ db }: Database): Promise<{ used: number; reserved: number }> {
  const periods = await db.selectFrom('period_usage').select('used').execute();
  const reservations = await db.selectFrom('reservation').select('id').execute();
  return { used: sum(periods.map(({ used }) => used)), reserved: reservations.length };
}

function together(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const [reason, count] of counts.flatMap((each) => Object.entries(each)))
    all[reason] = (all[reason] ?? 0) + count;
  return all;
}
