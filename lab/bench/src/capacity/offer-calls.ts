import { Pool } from 'undici';
import type { LoadOperation } from '../load/operations.js';
import type { LoadResult } from '../load/closed-loop.js';
import { arrive } from './arrivals.js';
import { seededRandom } from '../gallery/synthetic-vectors.js';

/** Calls that can be under way; more than the service lets wait would be rejected anyway. */
const MAX_CONNECTIONS = 128;
const DEADLINE_MS = 20_000;

interface OfferedLoad extends LoadResult {
  /** Of one core: what it took to make the calls. */
  readonly callerCores: number;
}

/** Calls at a given rate on average, whether or not the service keeps up; each is timed from when it was due. */
export async function offerCalls(
  origin: string,
  operation: LoadOperation,
  perSecond: number,
  durationMs: number,
): Promise<OfferedLoad> {
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    headersTimeout: DEADLINE_MS,
    bodyTimeout: DEADLINE_MS,
  });
  const latencies: number[] = [];
  const errors: Record<string, number> = {};
  const fail = (outcome: string): void => {
    errors[outcome] = (errors[outcome] ?? 0) + 1;
  };
  const oneCall = async (dueAt: number): Promise<void> => {
    const { path, headers, body } = operation;
    try {
      const response = await pool.request({ method: 'POST', path, headers: { ...headers }, body });
      await response.body.dump();
      if (response.statusCode === 200) latencies.push(performance.now() - dueAt);
      else fail(String(response.statusCode));
    } catch {
      fail('broken');
    }
  };
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const calls: Promise<void>[] = [];
  // The same arrivals in every step, only closer together: what differs between two steps is the rate.
  await arrive({ perSecond, durationMs, random: seededRandom(1) }, (dueAt) => {
    calls.push(oneCall(dueAt));
  });
  await Promise.all(calls);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await pool.close();
  return { seconds, latencies, errors, callerCores: (user + system) / 1e6 / seconds };
}
