import { availableParallelism } from 'node:os';
import { uploads } from '../load/operations.js';
import { startServer } from '../load/started-server.js';
import { printTable } from '../common/print-table.js';
import { findCapacity, MAX_P95_MS, type Capacity } from './find-capacity.js';
import { typicalPhotos } from '../data/sample-photos.js';

/** Calls per second and core of each operation, with its responses in time. */
export async function measureOperations(stepSeconds: number, wanted: string): Promise<Capacity[]> {
  const photos = await typicalPhotos();
  const cores = availableParallelism();
  const server = await startServer();
  const rows: Capacity[] = [];
  try {
    for (const photo of photos)
      for (const operation of uploads(photo.file).filter(({ name }) => name.includes(wanted)))
        rows.push(await findCapacity(server, operation, photo.name, cores, stepSeconds));
  } finally {
    await server.stop();
  }
  console.log(
    `Calls at random moments with p95 below ${MAX_P95_MS} ms and none rejected, on ${cores} cores:\n`,
  );
  printTable(
    [
      'operation',
      'photo',
      'calls/s',
      'calls/s per core',
      'p50 ms',
      'p95 ms',
      'CPU ms/call',
      'at most, per core',
      'decoders, CPU ms/call',
      'the callers, cores',
    ],
    rows.map((row) => [
      row.operation,
      row.photo,
      row.keptPerSecond.toFixed(1),
      (row.keptPerSecond / cores).toFixed(1),
      row.p50Ms.toFixed(0),
      row.p95Ms.toFixed(0),
      (1000 * row.cpuSecondsPerCall).toFixed(0),
      (1 / row.cpuSecondsPerCall).toFixed(1),
      (1000 * row.decoderSecondsPerCall).toFixed(0),
      row.callerCores.toFixed(2),
    ]),
  );
  return rows;
}
