import { availableParallelism } from 'node:os';
import { cgroupLimits } from './cgroup-limits.js';

export interface CpuFacts {
  /** The cores that this process may run on. */
  readonly cores: number;
  /** The container's limit, in cores; undefined where there is none. */
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

/** The default number of workers. */
export async function defaultWorkers({
  threads,
}: { readonly threads?: number | undefined } = {}): Promise<number> {
  const { cpus } = await cgroupLimits();
  return workersFor({ cores: availableParallelism(), cpus, threads });
}
