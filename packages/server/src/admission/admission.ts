import { ServiceError } from '../errors.js';
import { FairQueue } from './fair-queue.js';
import { ServicePace } from './service-pace.js';

export interface AdmissionOptions {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /** How many may wait; none where it is 0. */
  readonly maxWaiting: number;
  /** How many of one caller run at the same time, even while there is room. */
  readonly concurrencyPerCaller?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

export interface AdmissionStats {
  readonly running: number;
  readonly waiting: number;
  /** How many callers have something waiting. */
  readonly callers: number;
}

export interface Admission {
  /**
   * Runs the task when it is the caller's turn. Refuses with `overloaded` (its details hold `retryAfterSeconds`)
   * past the bound, and where the turn is expected later than the caller's patience. Ends with the signal's reason
   * as soon as the signal fires: a waiting task is never started, and a running one keeps its place until its
   * promise settles. (The engine's settles at once, while its thread still finishes the step it is in.)
   */
  run<T>(
    caller: string,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
    patienceMs?: number,
  ): Promise<T>;
  stats(): AdmissionStats;
}

interface Ticket {
  readonly start: () => void;
  readonly refuse: (error: ServiceError) => void;
}

/** The promise's outcome, or the signal's reason should that fire first. */
function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    const settled = (): void => {
      signal.removeEventListener('abort', abort);
    };
    promise.then(resolve, reject).finally(settled);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A bounded queue in front of scarce work that is fair between callers. */
export function createAdmission(options: AdmissionOptions): Admission {
  const { concurrency, maxWaiting, concurrencyPerCaller = Infinity, now = () => performance.now() } = options;
  const queue = new FairQueue<Ticket>();
  const pace = new ServicePace();
  const runningOf = new Map<string, number>();
  let running = 0;

  const mayRun = (caller: string): boolean => (runningOf.get(caller) ?? 0) < concurrencyPerCaller;

  function takePlace(caller: string): void {
    running++;
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  }

  const overloaded = (): ServiceError =>
    new ServiceError('overloaded', undefined, {
      retryAfterSeconds: pace.secondsFor(queue.size + 1, concurrency),
    });

  /** Finds a place for one more of the caller's: free, or at the cost of whoever has the most waiting. */
  function makeRoom(caller: string): void {
    const after = queue.countOf(caller) + 1;
    if (queue.size < maxWaiting) return;
    const largest = queue.largest();
    // Taking a place only pays where it leaves the other with no less than the newcomer then has.
    if (largest === undefined || queue.countOf(largest) <= after) throw overloaded();
    queue.pop(largest)?.refuse(overloaded());
  }

  /** A wait that would outlast the caller's patience only takes the place of one that would not. */
  function refuseTheHopeless(caller: string, patienceMs: number): void {
    const expectedMs = pace.knownMsFor(queue.turnsBefore(caller) + 1, concurrency);
    if (expectedMs !== undefined && expectedMs > patienceMs) throw overloaded();
  }

  /** Resolves when the caller's turn has come; the place of whoever left is then its own. */
  function waitForTurn(caller: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        queue.remove(caller, ticket);
        reject(signal.reason as Error);
      };
      // The listener goes at once: a signal that fires after the start must not lose the place.
      const ticket: Ticket = {
        start: () => {
          takePlace(caller);
          signal.removeEventListener('abort', abandon);
          resolve();
        },
        refuse: (error) => {
          signal.removeEventListener('abort', abandon);
          reject(error);
        },
      };
      signal.addEventListener('abort', abandon, { once: true });
      queue.push(caller, ticket);
    });
  }

  /** Hands the place on at once, so that it is never free while someone waits who may have it. */
  function leavePlace(caller: string): void {
    running--;
    const left = (runningOf.get(caller) ?? 0) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
    queue.shift(mayRun)?.start();
  }

  async function work<T>(
    caller: string,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const started = now();
    try {
      signal.throwIfAborted();
      return await task(signal);
    } finally {
      // Work that was cut short would promise too much.
      if (!signal.aborted) pace.record(now() - started);
      leavePlace(caller);
    }
  }

  return {
    async run(caller, signal, task, patienceMs = Infinity) {
      signal.throwIfAborted();
      if (running < concurrency && mayRun(caller)) takePlace(caller);
      else {
        refuseTheHopeless(caller, patienceMs);
        makeRoom(caller);
        await waitForTurn(caller, signal);
      }
      return await orAborted(signal, work(caller, signal, task));
    },
    stats: () => ({ running, waiting: queue.size, callers: queue.callers }),
  };
}
