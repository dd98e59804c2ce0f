import { getPriority, setPriority } from 'node:os';

/**
 * Work on photos has a lower priority than the main thread, which accepts, rejects and completes calls while every core
 * computes.
 */
const NICENESS = 5;
const MAX_NICENESS = 19;

/** Of workers and decoder processes: lower than the priority with which the service itself was started. */
const loweredPriority = (): number => Math.min(MAX_NICENESS, getPriority(process.pid) + NICENESS);

/** Of the calling thread. Only Linux gives threads a priority of their own; elsewhere it would be that of the whole service. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower(0);
}

/** Before the process has started its threads, which inherit it. */
export function lowerProcessPriority(pid: number | undefined): void {
  if (pid !== undefined) lower(pid);
}

function lower(pid: number): void {
  try {
    setPriority(pid, loweredPriority());
  } catch {
    // The process has ended already, or the system does not allow it.
  }
}
