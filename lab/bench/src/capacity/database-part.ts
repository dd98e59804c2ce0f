import { startTemporaryPostgres } from '@facet/test-support';
import { printTable } from '../common/print-table.js';
import { measureMetering, type MeteringCase, type MeteringLoad } from './measure-metering.js';

const WANTED_PER_SECOND = 1000;
/** So near to the offered rate that the rest is chance. */
const REACHED_SHARE = 0.95;

/** Many accounts, few accounts, and many small servers. */
const casesOf = (seconds: number): MeteringCase[] => [
  { accounts: 1000, servers: 4, perSecond: WANTED_PER_SECOND, seconds },
  { accounts: 10, servers: 4, perSecond: WANTED_PER_SECOND, seconds },
  { accounts: 1000, servers: 40, perSecond: WANTED_PER_SECOND, seconds },
];

/** The metering of a number of calls, without the analysis, against a real and durable PostgreSQL. */
export async function measureDatabase(
  seconds: number,
): Promise<{ rows: MeteringLoad[]; isReached: boolean }> {
  const postgres = await startTemporaryPostgres({ isDurable: true });
  const rows: MeteringLoad[] = [];
  try {
    for (const load of casesOf(seconds)) rows.push(await measureMetering(postgres, load));
  } finally {
    await postgres.stop();
  }
  printLatencies(rows);
  console.log();
  printCosts(rows);
  const isReached = rows.every(
    (row) =>
      row.isExact &&
      Object.keys(row.failures).length === 0 &&
      row.countedPerSecond >= REACHED_SHARE * row.perSecond,
  );
  console.log(`\n${WANTED_PER_SECOND} calls/s for ${seconds} s ${isReached ? 'reached' : 'MISSED'}`);
  return { rows, isReached };
}

const labels = ({ accounts, servers }: MeteringLoad): string[] => [String(accounts), String(servers)];

function printLatencies(rows: readonly MeteringLoad[]): void {
  printTable(
    ['accounts', 'servers', 'offered/s', 'counted/s', 'failed', 'p50 ms', 'p99 ms', ''],
    rows.map((row) => [
      ...labels(row),
      String(row.perSecond),
      row.countedPerSecond.toFixed(0),
      String(row.offered - row.counted),
      row.p50Ms.toFixed(0),
      row.p99Ms.toFixed(0),
      row.isExact ? 'exact' : 'NOT EXACT',
    ]),
  );
}

function printCosts(rows: readonly MeteringLoad[]): void {
  printTable(
    [
      'accounts',
      'servers',
      'PostgreSQL CPU s/1,000 calls',
      'cores',
      'servers CPU s/1,000 calls',
      'WAL bytes/call',
      'row versions/call',
      'of them HOT',
      'dead rows after',
      'vacuums',
      'MB before → after',
      'commits/s',
      'connections',
    ],
    rows.map((row) => {
      const { before, after, counted, tookSeconds } = row;
      const versions = after.rowVersions - before.rowVersions;
      return [
        ...labels(row),
        ((1000 * row.postgresCpuSeconds) / counted).toFixed(3),
        (row.postgresCpuSeconds / tookSeconds).toFixed(2),
        ((1000 * row.serverCpuSeconds) / counted).toFixed(3),
        ((after.walBytes - before.walBytes) / counted).toFixed(0),
        (versions / counted).toFixed(1),
        `${((100 * (after.hotRowVersions - before.hotRowVersions)) / versions).toFixed(0)} %`,
        String(after.deadRows),
        String(after.vacuums - before.vacuums),
        `${(before.bytes / 1e6).toFixed(1)} → ${(after.bytes / 1e6).toFixed(1)}`,
        ((after.commits - before.commits) / tookSeconds).toFixed(0),
        String(after.connections),
      ];
    }),
  );
}
