import { startTemporaryPostgres } from '@facet/test-support';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineLoad } from './common/machine-load.js';
import { countParallel, type ParallelCount } from './metering/count-parallel.js';
import { measureCalls, type MeteringRow, type Quantiles } from './metering/measure-calls.js';
import { addAccounts, hashOf, PLANS } from './metering/metered-accounts.js';
import { migrate, openDatabase, openMeter, type DatabaseOptions } from '@facet/server/internals';
import { postgresProcess } from './metering/postgres-facts.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';

/** `npm run bench:metering -- 5000`: calls in each row. */
const calls = Number(process.argv[2] ?? 5000);
const MANY_ACCOUNTS = 100;
const MANY_PARALLEL = 64;
/** Admitting and settling one call, p50, on SQLite. */
const MAX_SQLITE_MS = 0.4;

/** What the meter should reach on one PostgreSQL of two cores. Here the callers share these cores. */
const WANTED_PER_SECOND = new Map([
  [1, 500],
  [MANY_ACCOUNTS, 3000],
]);

async function measure(name: string, place: DatabaseOptions, postgresPid?: number): Promise<MeteringRow[]> {
  const database = await openDatabase(place);
  await migrate(database);
  const meter = openMeter({ database, plans: PLANS, hashOf });
  meter.start();
  const rows: MeteringRow[] = [];
  try {
    for (const accounts of [1, MANY_ACCOUNTS]) {
      const ids = await addAccounts(database, `one of ${accounts}`, accounts);
      for (const parallel of [1, MANY_PARALLEL])
        rows.push(await measureCalls({ database: name, meter, ids, parallel, calls, postgresPid }));
    }
  } finally {
    await meter.close();
    await database.close();
  }
  return rows;
}

const load = machineLoad();
const folder = await mkdtemp(join(tmpdir(), 'facet-metering-'));
const postgres = await startTemporaryPostgres({ isDurable: true });
const rows: MeteringRow[] = [];
const counts: ParallelCount[] = [];
try {
  const sqlite = { dataDir: folder };
  rows.push(...(await measure('SQLite', sqlite)));
  counts.push(await countParallel('SQLite', sqlite, 1));
  const shared = { dataDir: folder, url: await postgres.createDatabase() };
  rows.push(...(await measure('PostgreSQL', shared, await postgresProcess(postgres))));
  for (const servers of [1, 3]) counts.push(await countParallel('PostgreSQL', shared, servers));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

const both = ({ p50Ms, p99Ms }: Quantiles): string => `${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)}`;
printTable(
  [
    'database',
    'accounts',
    'parallel',
    'calls/s',
    'admit p50 / p99 ms',
    'settle p50 / p99 ms',
    'call p50 / p99 ms',
    'CPU ms per call: meter',
    'PostgreSQL',
  ],
  rows.map((row) => [
    row.database,
    String(row.accounts),
    String(row.parallel),
    row.callsPerSecond.toFixed(0),
    both(row.admit),
    both(row.settle),
    both(row.call),
    row.cpuMs.toFixed(2),
    row.postgresCpuMs?.toFixed(2) ?? '',
  ]),
);
console.log();
printTable(
  ['database', 'servers', 'calls at once', 'quota', 'admitted', 'counted', ''],
  counts.map((count) => [
    count.database,
    String(count.servers),
    String(count.calls),
    String(count.quota),
    String(count.admitted),
    String(count.counted),
    count.isExact ? 'exact' : 'NOT EXACT',
  ]),
);
const sqliteMs = Math.max(
  ...rows
    .filter(({ database, parallel }) => database === 'SQLite' && parallel === 1)
    .map(({ call }) => call.p50Ms),
);
const isCheap = sqliteMs <= MAX_SQLITE_MS;
console.log(
  `\nA call on SQLite, p50 at worst: ${sqliteMs.toFixed(3)} ms (wanted: ${MAX_SQLITE_MS} ms) ${isCheap ? 'reached' : 'MISSED'}`,
);
for (const row of rows.filter(({ database, parallel }) => database === 'PostgreSQL' && parallel > 1)) {
  const wanted = WANTED_PER_SECOND.get(row.accounts) ?? 0;
  const ownCores = (2 * 1000) / (row.postgresCpuMs ?? NaN);
  console.log(
    `PostgreSQL, ${row.accounts} accounts: ${row.callsPerSecond.toFixed(0)} calls/s here, ${ownCores.toFixed(0)} by its processor time if both cores were its own (wanted: ${wanted})`,
  );
}
console.log(`Saved in ${await saveResults('metering', { calls, load, rows, counts, sqliteMs })}`);
if (!isCheap || !counts.every(({ isExact }) => isExact)) process.exitCode = 1;
