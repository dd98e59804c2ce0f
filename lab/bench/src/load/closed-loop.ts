import { Pool } from 'undici';
import type { LoadOperation } from './operations.js';

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of every response with status 200. */
  readonly latencies: readonly number[];
  /** The number of other outcomes, by status, or `broken` where there was no response. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Keeps a number of connections busy: each sends its next request when the last one was completed. */
export async function runClosedLoop(
  origin: string,
  operation: LoadOperation,
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const errors: Record<string, number> = {};
  const fail = (outcome: string): void => {
    errors[outcome] = (errors[outcome] ?? 0) + 1;
  };
  const began = performance.now();
  const oneConnection = async (): Promise<void> => {
    while (performance.now() - began < durationMs) {
      const sent = performance.now();
      const { path, headers, body } = operation;
      try {
        const response = await pool.request({ method: 'POST', path, headers: { ...headers }, body });
        await response.body.dump();
        if (response.statusCode === 200) latencies.push(performance.now() - sent);
        else fail(String(response.statusCode));
      } catch {
        fail('broken');
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, oneConnection));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return { seconds, latencies, errors };
}
