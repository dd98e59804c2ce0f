import { readFile } from 'node:fs/promises';
import { openStore } from '@facet/engine';
import { loadOperations, type LoadOperation } from './load/operations.js';
import { percentile, press } from './load/press.js';
import { readServerCost } from './load/server-cost.js';
import { startServer, type StartedServer } from './load/started-server.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';

const CONNECTIONS = [1, 4, 16, 64];
const SAMPLE = 'sample3.jpg';
const WARM_UP_MS = 1500;
/** `npm run bench:load -- 5 match`: seconds for each step, and which operations (by a part of the name). */
const DEFAULT_SECONDS = 5;

interface LoadRow {
  readonly operation: string;
  readonly connections: number;
  readonly answersPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  /** Of one core, in percent. */
  readonly httpCorePercent: number;
  /** Computing time of the HTTP layer; unlike the share it does not depend on what else the machine does. */
  readonly httpMsPerAnswer: number;
  readonly loopDelayP99Ms: number;
}

async function measure(
  { origin, pid }: StartedServer,
  operation: LoadOperation,
  connections: number,
  seconds: number,
): Promise<LoadRow> {
  const before = await readServerCost(origin, pid);
  const result = await press(origin, operation, connections, seconds * 1000);
  const after = await readServerCost(origin, pid);
  const httpSeconds = after.mainThreadSeconds - before.mainThreadSeconds;
  return {
    operation: operation.name,
    connections,
    answersPerSecond: result.latencies.length / result.seconds,
    p50Ms: percentile(result.latencies, 0.5),
    p95Ms: percentile(result.latencies, 0.95),
    p99Ms: percentile(result.latencies, 0.99),
    errors: result.errors,
    httpCorePercent: (100 * httpSeconds) / result.seconds,
    httpMsPerAnswer: (1000 * httpSeconds) / result.latencies.length,
    loopDelayP99Ms: after.loopDelayP99Ms,
  };
}

const seconds = Number(process.argv[2] ?? DEFAULT_SECONDS);
const wanted = process.argv[3] ?? '';
const photo = await readFile((await openStore().ensure([SAMPLE])).get(SAMPLE) ?? SAMPLE);
const server = await startServer();
const rows: LoadRow[] = [];
try {
  for (const operation of loadOperations(photo).filter(({ name }) => name.includes(wanted))) {
    await press(server.origin, operation, 2, WARM_UP_MS);
    for (const connections of CONNECTIONS) rows.push(await measure(server, operation, connections, seconds));
  }
} finally {
  await server.stop();
}
printTable(
  [
    'operation',
    'connections',
    'answers/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'errors',
    'HTTP, % of a core',
    'HTTP ms/answer',
    'loop p99 ms',
  ],
  rows.map((row) => [
    row.operation,
    String(row.connections),
    row.answersPerSecond.toFixed(1),
    row.p50Ms.toFixed(0),
    row.p95Ms.toFixed(0),
    row.p99Ms.toFixed(0),
    String(row.errors),
    row.httpCorePercent.toFixed(1),
    row.httpMsPerAnswer.toFixed(1),
    row.loopDelayP99Ms.toFixed(1),
  ]),
);
console.log(`\nSaved in ${await saveResults('load', { photo: SAMPLE, seconds, rows })}`);
