import sharp from 'sharp';
import { readSample } from './data/sample-photos.js';
import { measureLoad, type LoadRow } from './load/measure-load.js';
import { loadOperations } from './load/operations.js';
import { runClosedLoop } from './load/closed-loop.js';
import { startServer } from './load/started-server.js';
import { targetsOf } from './load/targets.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';

const SAMPLE = 'sample3.jpg';
/** What a camera of today makes of it. */
const LARGE_WIDTH = 5200;
const WARM_UP_MS = 1500;
/** `npm run bench:load -- 5 match`: seconds for each step, and which operations (by a part of the name). */
const DEFAULT_SECONDS = 3;

const seconds = Number(process.argv[2] ?? DEFAULT_SECONDS);
const wanted = process.argv[3] ?? '';
const photo = await readSample(SAMPLE);
const largePhoto = await sharp(photo).resize({ width: LARGE_WIDTH }).jpeg({ quality: 96 }).toBuffer();
const server = await startServer();
const rows: LoadRow[] = [];
try {
  for (const operation of loadOperations(photo, largePhoto).filter(({ name }) => name.includes(wanted))) {
    await runClosedLoop(server.url, operation, 2, WARM_UP_MS);
    for (const connections of operation.connections)
      rows.push(await measureLoad(server, operation, connections, seconds));
  }
} finally {
  await server.stop();
}

const statuses = ({ errorsByStatus }: LoadRow): string =>
  Object.entries(errorsByStatus)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

printTable(
  [
    'operation',
    'connections',
    'responses/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'errors',
    'HTTP, % of a core',
    'HTTP ms/response',
    'loop p99 ms',
  ],
  rows.map((row) => [
    row.operation,
    String(row.connections),
    row.responsesPerSecond.toFixed(1),
    row.p50Ms.toFixed(0),
    row.p95Ms.toFixed(0),
    row.p99Ms.toFixed(0),
    row.errors === 0 ? '0' : statuses(row),
    row.httpCorePercent.toFixed(1),
    row.httpMsPerResponse.toFixed(1),
    row.loopDelayP99Ms.toFixed(1),
  ]),
);
const targets = targetsOf(rows);
console.log();
printTable(
  ['Measure', 'Value', 'Wanted', ''],
  targets.map(({ measure, value, unit, limit, isReached }) => [
    measure,
    `${Number(value.toFixed(1))} ${unit}`.trim(),
    `${limit === 0 ? '' : '< '}${limit} ${unit}`.trim(),
    isReached ? 'reached' : 'MISSED',
  ]),
);
if (wanted === '') {
  const file = await saveResults('load', { photo: SAMPLE, seconds, rows, targets });
  console.log(`\nSaved in ${file}`);
}
if (!targets.every(({ isReached }) => isReached)) process.exitCode = 1;
