import type { StartedService } from '@facet/test-support';
import type { LoadOperation } from './operations.js';
import { percentile } from '@facet/test-support';
import { sum } from '../common/statistics.js';
import { runClosedLoop } from './closed-loop.js';
import { readServerCost } from './server-cost.js';

export interface LoadRow {
  readonly operation: string;
  readonly connections: number;
  /** Of one request. */
  readonly bodyBytes: number;
  readonly responsesPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  /** How often each status other than 200 was met. */
  readonly errorsByStatus: Readonly<Record<string, number>>;
  /** Of one core, in percent. */
  readonly httpCorePercent: number;
  /** Computing time of the HTTP layer; unlike the share it does not depend on what else the machine does. */
  readonly httpMsPerResponse: number;
  readonly loopDelayP99Ms: number;
}

/** One step of the benchmark: a number of connections on one operation for a number of seconds. */
export async function measureLoad(
  { url, process: { pid = 0 } }: StartedService,
  operation: LoadOperation,
  connections: number,
  seconds: number,
): Promise<LoadRow> {
  const before = await readServerCost(url, pid);
  const result = await runClosedLoop(url, operation, connections, seconds * 1000);
  const after = await readServerCost(url, pid);
  const httpSeconds = after.mainThreadSeconds - before.mainThreadSeconds;
  return {
    operation: operation.name,
    connections,
    bodyBytes: operation.body.length,
    responsesPerSecond: result.latencies.length / result.seconds,
    p50Ms: percentile(result.latencies, 0.5),
    p95Ms: percentile(result.latencies, 0.95),
    p99Ms: percentile(result.latencies, 0.99),
    errors: sum(Object.values(result.errors)),
    errorsByStatus: result.errors,
    httpCorePercent: (100 * httpSeconds) / result.seconds,
    httpMsPerResponse: (1000 * httpSeconds) / result.latencies.length,
    loopDelayP99Ms: after.loopDelayP99Ms,
  };
}
