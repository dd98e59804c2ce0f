import { availableParallelism } from 'node:os';
import { cgroupLimits } from './cgroup-limits.js';

export interface CpuFacts {
  /** That the system lets this process run on. */
  readonly cores: number;
  /** What a container is allowed of them; undefined where nothing limits it. */
  readonly cpus?: number | undefined;
  /** Threads of each worker. */
  readonly threads?: number | undefined;
}

/**
 * As many workers as have a core for each of their threads, and at least one. A part of a core is left to the main
 * thread: a worker that is stopped in the middle of each period delays the call that it is working on.
 */
export function workersFor({ cores, cpus = Infinity, threads = 1 }: CpuFacts): number {
  return Math.max(1, Math.floor(Math.min(cores, cpus) / threads));
}

/** The number of workers where nobody says otherwise. */
export async function defaultWorkers({
  threads,
}: { readonly threads?: number | undefined } = {}): Promise<number> {
  const { cpus } = await cgroupLimits();
  return workersFor({ cores: availableParallelism(), cpus, threads });
}
