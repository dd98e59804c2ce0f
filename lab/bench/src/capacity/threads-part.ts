import type { StartedService } from '@facet/test-support';
import { uploads, type LoadOperation } from '../load/operations.js';
import { percentile } from '@facet/test-support';
import { runClosedLoop } from '../load/closed-loop.js';
import { startServer } from '../load/started-server.js';
import { printTable } from '../common/print-table.js';
import { typicalPhotos } from '../data/sample-photos.js';

const CORES = 2;
const WARM_UP_MS = 1500;
/** Enough that no worker ever waits for the next call. */
const MANY_CONNECTIONS = 4;

interface ThreadsRow {
  readonly operation: string;
  readonly photo: string;
  readonly workers: number;
  readonly threads: number;
  /** Of calls that have the service for themselves. */
  readonly aloneP50Ms: number;
  readonly aloneP95Ms: number;
  /** With all workers busy. */
  readonly mostPerSecond: number;
}

/** Two cores as two workers of one thread, or as one worker of two threads. */
export async function measureThreads(stepSeconds: number): Promise<ThreadsRow[]> {
  const photos = await typicalPhotos();
  const shapes = [1, CORES].map((threads) => ({ threads, workers: CORES / threads }));
  const servers: StartedService[] = [];
  const rows: ThreadsRow[] = [];
  try {
    for (const { threads, workers } of shapes)
      servers.push(await startServer({ FACET_WORKERS: String(workers), FACET_THREADS: String(threads) }));
    for (const photo of photos)
      for (const operation of uploads(photo.file))
        // In turns, so that whatever else the machine does meets both.
        for (const [n, server] of servers.entries()) {
          const shape = shapes[n];
          if (shape === undefined) continue;
          const measured = await measure(server, operation, stepSeconds);
          rows.push({ operation: operation.name, photo: photo.name, ...shape, ...measured });
        }
  } finally {
    for (const server of servers) await server.stop();
  }
  printTable(
    ['operation', 'photo', 'workers × threads', 'alone p50 ms', 'alone p95 ms', 'at most calls/s'],
    rows.map((row) => [
      row.operation,
      row.photo,
      `${row.workers} × ${row.threads}`,
      row.aloneP50Ms.toFixed(0),
      row.aloneP95Ms.toFixed(0),
      row.mostPerSecond.toFixed(1),
    ]),
  );
  return rows;
}

async function measure(
  { url }: StartedService,
  operation: LoadOperation,
  seconds: number,
): Promise<Pick<ThreadsRow, 'aloneP50Ms' | 'aloneP95Ms' | 'mostPerSecond'>> {
  await runClosedLoop(url, operation, CORES, WARM_UP_MS);
  const alone = await runClosedLoop(url, operation, 1, seconds * 1000);
  const full = await runClosedLoop(url, operation, MANY_CONNECTIONS, seconds * 1000);
  return {
    aloneP50Ms: percentile(alone.latencies, 0.5),
    aloneP95Ms: percentile(alone.latencies, 0.95),
    mostPerSecond: full.latencies.length / full.seconds,
  };
}
