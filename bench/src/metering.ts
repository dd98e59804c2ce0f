import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { countParallel, type ParallelCount } from './metering/count-parallel.js';
import { measureCalls, type MeteringRow, type Quantiles } from './metering/measure-calls.js';
import { addAccounts, hashOf, PLANS } from './metering/metered-accounts.js';
import {
  migrate,
  openDatabase,
  openMeter,
  startTemporaryPostgres,
  type DatabaseOptions,
} from './metering/server-internals.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';

/** `npm run bench:metering -- 5000`: calls in each row. */
const calls = Number(process.argv[2] ?? 5000);
const MANY_ACCOUNTS = 100;
const MANY_PARALLEL = 64;
const MOST_SQLITE_P99_MS = 1;

async function measure(name: string, place: DatabaseOptions): Promise<MeteringRow[]> {
  const database = await openDatabase(place);
  await migrate(database);
  const meter = openMeter({ database, plans: PLANS, hashOf });
  meter.start();
  const rows: MeteringRow[] = [];
  try {
    for (const accounts of [1, MANY_ACCOUNTS]) {
      const ids = await addAccounts(database, `one of ${accounts}`, accounts);
      for (const parallel of [1, MANY_PARALLEL])
        rows.push(await measureCalls(name, meter, ids, parallel, calls));
    }
  } finally {
    await meter.close();
    await database.close();
  }
  return rows;
}

const [load = 0] = loadavg();
if (load > availableParallelism() / 2)
  console.log(`The machine is busy (load ${load.toFixed(1)}): calls will wait for the processor, too.\n`);
const folder = await mkdtemp(join(tmpdir(), 'facet-metering-'));
const postgres = await startTemporaryPostgres({ isDurable: true });
const rows: MeteringRow[] = [];
const counts: ParallelCount[] = [];
try {
  const sqlite = { dataDir: folder };
  rows.push(...(await measure('SQLite', sqlite)));
  counts.push(await countParallel('SQLite', sqlite, 1));
  const shared = { dataDir: folder, url: await postgres.createDatabase() };
  rows.push(...(await measure('PostgreSQL', shared)));
  for (const servers of [1, 3]) counts.push(await countParallel('PostgreSQL', shared, servers));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

const both = ({ p50Ms, p99Ms }: Quantiles): string => `${p50Ms.toFixed(3)} / ${p99Ms.toFixed(3)}`;
printTable(
  [
    'database',
    'accounts',
    'parallel',
    'calls/s',
    'admit p50 / p99 ms',
    'settle p50 / p99 ms',
    'call p50 / p99 ms',
  ],
  rows.map((row) => [
    row.database,
    String(row.accounts),
    String(row.parallel),
    row.callsPerSecond.toFixed(0),
    both(row.admit),
    both(row.settle),
    both(row.call),
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
const sqliteP99Ms = Math.max(
  ...rows
    .filter(({ database, parallel }) => database === 'SQLite' && parallel === 1)
    .map(({ call }) => call.p99Ms),
);
const isCheap = sqliteP99Ms < MOST_SQLITE_P99_MS;
console.log(
  `\nA call on SQLite, p99 at worst: ${sqliteP99Ms.toFixed(3)} ms (wanted: < ${MOST_SQLITE_P99_MS} ms) ${isCheap ? 'reached' : 'MISSED'}`,
);
console.log(`Saved in ${await saveResults('metering', { calls, load, rows, counts, sqliteP99Ms })}`);
if (!isCheap || !counts.every(({ isExact }) => isExact)) process.exitCode = 1;
