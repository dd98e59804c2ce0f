import { processFigures, WireConnection } from '@facet/test-support';
import type { OfferedCall } from './offered-mix.js';

/** The system counts CPU time in hundredths of a second; with this many calls, the rounding error is small. */
const TIMES = 4;

/** CPU seconds of each kind of call while the service does nothing else. */
export async function measureCallCost(
  url: string,
  pid: number | undefined,
  calls: readonly OfferedCall[],
): Promise<ReadonlyMap<number, number>> {
  const connection = new WireConnection(url);
  const weights = new Map<number, number>();
  for (const { request, kind } of calls) {
    const before = (await processFigures(pid)).cpuSeconds;
    for (let n = 0; n < TIMES; n++) await connection.send(request);
    weights.set(kind, ((await processFigures(pid)).cpuSeconds - before) / TIMES);
  }
  connection.close();
  return weights;
}
