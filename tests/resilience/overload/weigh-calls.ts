import { processFigures, WireConnection } from '@facet/testing';
import type { OfferedCall } from './offered-mix.js';

/** The system counts computing time in hundredths of a second; this many calls make an error of them small. */
const TIMES = 4;

/** Seconds of computing that each kind of call costs the service while nothing else is asked of it. */
export async function weighCalls(
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
