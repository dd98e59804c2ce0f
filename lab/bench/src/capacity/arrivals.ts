import { setTimeout as sleep } from 'node:timers/promises';

interface ArrivalOptions {
  readonly perSecond: number;
  readonly durationMs: number;
  readonly random?: () => number;
}

/**
 * Calls come by a Poisson process, whether or not earlier ones are completed: so do those of many independent
 * callers. Each gets the moment at which it was due, and time counts from there.
 */
export async function arrive(
  { perSecond, durationMs, random = Math.random }: ArrivalOptions,
  call: (dueAt: number) => void,
): Promise<number> {
  const began = performance.now();
  const end = began + durationMs;
  let calls = 0;
  let dueAt = began + gap(perSecond, random);
  while (dueAt < end) {
    const now = performance.now();
    while (dueAt <= now && dueAt < end) {
      calls += 1;
      call(dueAt);
      dueAt += gap(perSecond, random);
    }
    await sleep(Math.max(1, Math.min(dueAt, end) - performance.now()));
  }
  return calls;
}

/** Milliseconds until the next call. */
const gap = (perSecond: number, random: () => number): number => (-Math.log(1 - random()) * 1000) / perSecond;
