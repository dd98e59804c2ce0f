import { abortable } from './deadline.js';
import { ServiceError } from '../errors.js';
import { FairQueue } from './fair-queue.js';
import { ServiceTimes } from './service-times.js';
import { newRun, SharedSlots, type Run } from './shared-slots.js';

/** A queue that has not been empty for this long is no burst any more: calls arrive faster than they are processed. */
const PERSISTENT_AFTER_MS = 10_000;
/**
 * Then only this much work may wait, so that admitted calls are served soon and the queue empties quickly afterwards.
 */
const PERSISTENT_WAIT_MS = 3000;

export interface AdmissionOptions {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /** How many tasks may wait; 0: none. */
  readonly maxWaiting: number;
  /** How many tasks of one caller run at the same time, even if there are free slots. */
  readonly concurrencyPerCaller?: number;
  /**
   * Whether a queue that has not been empty for long is cut. Not for queues in which a caller can wait beside free
   * slots because of `concurrencyPerCaller`: that is no overload.
   */
  readonly cutPersistentQueue?: boolean;
  /** Slots shared with other queues; queues created earlier have priority. Default: its own slots. */
  readonly slots?: SharedSlots;
  /** Whether its tasks are preempted, and restarted later, when a queue with priority needs the slot. */
  readonly isPreemptible?: boolean;
  /** The reason of its rejections in logs and metrics. */
  readonly because?: 'queue-full' | 'fetches-full' | 'trial-busy';
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export interface AdmissionStats {
  readonly running: number;
  readonly waiting: number;
  /** How many callers have tasks in the queue. */
  readonly callers: number;
}

export interface Admission {
  /**
   * Runs the task when it is the caller's turn. Throws `overloaded` (with `retryAfterSeconds` in its details) if the
   * queue is full, which happens earlier while it has not been empty for long, or if the expected wait is longer than
   * `maxWaitMs`. Rejects with the signal's reason as soon as the signal fires: a waiting task is never started, and a
   * running one keeps its slot until its promise settles. (The engine's settles at once, while its thread finishes the
   * current step.)
   */
  run<T>(
    caller: string,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
    maxWaitMs?: number,
  ): Promise<T>;
  /** Throws if `run` would reject a task now. For callers with expensive work to do before. */
  check(caller: string, maxWaitMs: number): void;
  stats(): AdmissionStats;
}

interface QueueEntry {
  readonly start: () => void;
  readonly reject: (error: ServiceError) => void;
}

/** A bounded queue in front of the engine or the fetcher that is fair between callers. */
export function createAdmission(options: AdmissionOptions): Admission {
  const {
    concurrency,
    maxWaiting,
    concurrencyPerCaller = Infinity,
    cutPersistentQueue = false,
    slots = new SharedSlots(concurrency),
    isPreemptible = false,
    because = 'queue-full',
    now = () => performance.now(),
  } = options;
  const queue = new FairQueue<QueueEntry>();
  const times = new ServiceTimes();
  const runningOf = new Map<string, number>();
  let running = 0;
  /** When the queue was last empty. */
  let waitingSince = 0;

  const mayRun = (caller: string): boolean => (runningOf.get(caller) ?? 0) < concurrencyPerCaller;

  function takeSlot(caller: string, run: Run): void {
    running++;
    slots.take(run.preempt);
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  }

  const overloaded = (): ServiceError =>
    new ServiceError(
      'overloaded',
      undefined,
      { retryAfterSeconds: times.secondsFor(queue.size + 1, concurrency) },
      { because },
    );

  const mayStart = (caller: string): boolean => running < concurrency && slots.isFree && mayRun(caller);

  /**
   * How many tasks may wait while the queue is persistent: what is done soon at this caller's service time. Undefined
   * in a burst.
   */
  function persistentLimit(caller: string): number | undefined {
    if (!cutPersistentQueue || queue.size === 0 || !times.isKnown) return undefined;
    if (now() - waitingSince <= PERSISTENT_AFTER_MS) return undefined;
    const soonDone = times.jobsIn(caller, PERSISTENT_WAIT_MS, concurrency);
    // One waiting task for each worker is always allowed, so that no worker is idle.
    return Math.min(maxWaiting, Math.max(concurrency, soonDone));
  }

  /** Rejects a caller who already has its share of a persistent queue, instead of evicting its tasks later. */
  function rejectOverShare(caller: string, limit: number): void {
    const own = queue.countOf(caller);
    const callers = queue.callers + (own === 0 ? 1 : 0);
    // Rounded up, so that no slot stays empty; the total has its own limit.
    if (own >= Math.ceil(limit / callers)) throw overloaded();
  }

  /**
   * Whose task would be evicted for another one of this caller; undefined while there is room. Throws if there is none.
   */
  function callerToEvict(caller: string): string | undefined {
    const limit = persistentLimit(caller);
    if (limit !== undefined) rejectOverShare(caller, limit);
    if (queue.size < (limit ?? maxWaiting)) return undefined;
    const after = queue.countOf(caller) + 1;
    const largest = queue.largest();
    // Evicting is only fair if the other caller keeps at least as many tasks as this one then has.
    if (largest === undefined || queue.countOf(largest) <= after) throw overloaded();
    return largest;
  }

  /** A task that would time out in the queue only takes the slot of one that would not. */
  function rejectPastDeadline(caller: string, maxWaitMs: number): void {
    if (!times.isKnown) return;
    const work = queue.jobsBefore(caller);
    work.set(caller, (work.get(caller) ?? 0) + 1);
    if (times.msForAll(work, concurrency) > maxWaitMs) throw overloaded();
  }

  /** Makes room for another task of the caller, if necessary by evicting one of the caller with the most tasks. */
  function makeRoom(caller: string): void {
    const evicted = callerToEvict(caller);
    if (evicted !== undefined) queue.pop(evicted)?.reject(overloaded());
  }

  /** Resolves when it is the caller's turn; the slot has been taken then. */
  function waitForTurn(caller: string, signal: AbortSignal, run: Run): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        queue.remove(caller, entry);
        reject(signal.reason as Error);
      };
      // The listener is removed at once: a signal that fires after the start must not lose the slot.
      const entry: QueueEntry = {
        start: () => {
          takeSlot(caller, run);
          signal.removeEventListener('abort', abandon);
          resolve();
        },
        reject: (error) => {
          signal.removeEventListener('abort', abandon);
          reject(error);
        },
      };
      signal.addEventListener('abort', abandon, { once: true });
      if (queue.size === 0) waitingSince = now();
      queue.push(caller, entry);
      if (!isPreemptible) slots.preemptOne();
    });
  }

  function releaseSlot(caller: string, run: Run): void {
    running--;
    const left = (runningOf.get(caller) ?? 0) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
    slots.leave(run.preempt);
  }

  slots.join(() => {
    const next = running < concurrency ? queue.shift(mayRun) : undefined;
    next?.start();
    return next !== undefined;
  });

  async function work<T>(caller: string, run: Run, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const started = now();
    const { signal } = run;
    try {
      signal.throwIfAborted();
      return await task(signal);
    } finally {
      // Cancelled work is shorter and would distort the average.
      if (!signal.aborted) times.record(caller, now() - started);
      releaseSlot(caller, run);
    }
  }

  return {
    async run(caller, signal, task, maxWaitMs = Infinity) {
      for (;;) {
        signal.throwIfAborted();
        const run = newRun(signal, isPreemptible);
        if (mayStart(caller)) takeSlot(caller, run);
        else {
          rejectPastDeadline(caller, maxWaitMs);
          makeRoom(caller);
          await waitForTurn(caller, signal, run);
        }
        try {
          return await abortable(work(caller, run, task), signal);
        } catch (error) {
          if (!run.wasPreempted()) throw error;
        }
      }
    },
    check(caller, maxWaitMs) {
      if (mayStart(caller)) return;
      rejectPastDeadline(caller, maxWaitMs);
      callerToEvict(caller);
    },
    stats: () => ({ running, waiting: queue.size, callers: queue.callers }),
  };
}
