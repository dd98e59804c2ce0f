import { abortable } from '../deadline.js';
import { ServiceError } from '../errors.js';
import { FairQueue } from './fair-queue.js';
import { ServicePace } from './service-pace.js';
import { SharedPlaces } from './shared-places.js';

/** A queue that has not been empty for this long is no burst any more: more comes than can be done. */
const STANDING_AFTER_MS = 10_000;
/** Then only so much work may wait: who is let in is served soon, and the queue is soon gone when the flood is. */
const STANDING_WAIT_MS = 3000;

export interface AdmissionOptions {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /** How many may wait; none where it is 0. */
  readonly maxWaiting: number;
  /** How many of one caller run at the same time, even while there is room. */
  readonly concurrencyPerCaller?: number;
  /**
   * Whether a queue that has not been empty for long is kept short. Not where the bound of one caller can let a queue
   * stand beside free places: that one is no overload.
   */
  readonly keepStandingShort?: boolean;
  /** Places that it shares with others, in which it takes part by the order of creation. Default: its own. */
  readonly places?: SharedPlaces;
  /** Whether its tasks are stopped, and started again later, when somebody waits in a queue that shares its places. */
  readonly yields?: boolean;
  /** What its refusals are counted as. */
  readonly because?: 'queue-full' | 'fetches-full' | 'trial-busy';
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
   * past the bound, which may be lower while the queue has not been empty for long, and where the turn is expected later
   * than the caller's patience. Ends with the signal's reason
   * as soon as the signal fires: a waiting task is never started, and a running one keeps its place until its
   * promise settles. (The engine's settles at once, while its thread still finishes the step it is in.)
   */
  run<T>(
    caller: string,
    signal: AbortSignal,
    task: (signal: AbortSignal) => Promise<T>,
    patienceMs?: number,
  ): Promise<T>;
  /** Refuses what `run` would refuse now, for whoever has expensive work to do first. */
  check(caller: string, patienceMs: number): void;
  stats(): AdmissionStats;
}

/** One stay at a place. */
interface Stay {
  /** Ends the task. */
  readonly ends: AbortSignal;
  /** Stops the task for the sake of another queue; it is started again. */
  readonly preempt?: () => void;
  readonly wasPreempted: () => boolean;
}

function newStay(signal: AbortSignal, yields: boolean): Stay {
  if (!yields) return { ends: signal, wasPreempted: () => false };
  const preemption = new AbortController();
  return {
    ends: AbortSignal.any([signal, preemption.signal]),
    preempt: () => {
      preemption.abort(new Error('Somebody with a user id waits.'));
    },
    wasPreempted: () => preemption.signal.aborted && !signal.aborted,
  };
}

interface Ticket {
  readonly start: () => void;
  readonly refuse: (error: ServiceError) => void;
}

/** A bounded queue in front of scarce work that is fair between callers. */
export function createAdmission(options: AdmissionOptions): Admission {
  const {
    concurrency,
    maxWaiting,
    concurrencyPerCaller = Infinity,
    keepStandingShort = false,
    places = new SharedPlaces(concurrency),
    yields = false,
    because = 'queue-full',
    now = () => performance.now(),
  } = options;
  const queue = new FairQueue<Ticket>();
  const pace = new ServicePace();
  const runningOf = new Map<string, number>();
  let running = 0;
  /** Since when somebody has been waiting all the time. */
  let waitingSince = 0;

  const mayRun = (caller: string): boolean => (runningOf.get(caller) ?? 0) < concurrencyPerCaller;

  function takePlace(caller: string, stay: Stay): void {
    running++;
    places.take(stay.preempt);
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  }

  const overloaded = (): ServiceError =>
    new ServiceError(
      'overloaded',
      undefined,
      { retryAfterSeconds: pace.secondsFor(queue.size + 1, concurrency) },
      { because },
    );

  const mayStart = (caller: string): boolean => running < concurrency && places.isFree && mayRun(caller);

  /** How many may wait while the queue stands: what is soon done at this caller's pace. Undefined in a burst. */
  function standingPlaces(caller: string): number | undefined {
    if (!keepStandingShort || queue.size === 0 || !pace.isKnown) return undefined;
    if (now() - waitingSince <= STANDING_AFTER_MS) return undefined;
    const soonDone = pace.jobsIn(caller, STANDING_WAIT_MS, concurrency);
    // One that waits for each worker is never too many: no worker shall be idle.
    return Math.min(maxWaiting, Math.max(concurrency, soonDone));
  }

  /** Refuses a caller who has its share of a queue that stands, at once instead of when the others come for theirs. */
  function refuseOverShare(caller: string, places: number): void {
    const own = queue.countOf(caller);
    const callers = queue.callers + (own === 0 ? 1 : 0);
    // Rounded up, so that no place stays empty for nobody; the sum has its own bound.
    if (own >= Math.ceil(places / callers)) throw overloaded();
  }

  /** Whose place one more of the caller's would take: nobody's while there is room. Refuses where there is none. */
  function callerToEvict(caller: string): string | undefined {
    const standing = standingPlaces(caller);
    if (standing !== undefined) refuseOverShare(caller, standing);
    if (queue.size < (standing ?? maxWaiting)) return undefined;
    const after = queue.countOf(caller) + 1;
    const largest = queue.largest();
    // Taking a place only pays where it leaves the other with no less than the newcomer then has.
    if (largest === undefined || queue.countOf(largest) <= after) throw overloaded();
    return largest;
  }

  /** A wait that would outlast the caller's patience only takes the place of one that would not. */
  function refusePastDeadline(caller: string, patienceMs: number): void {
    if (!pace.isKnown) return;
    const work = queue.turnsBefore(caller);
    work.set(caller, (work.get(caller) ?? 0) + 1);
    if (pace.msForAll(work, concurrency) > patienceMs) throw overloaded();
  }

  /** Finds a place for one more of the caller's: free, or at the cost of whoever has the most waiting. */
  function makeRoom(caller: string): void {
    const evicted = callerToEvict(caller);
    if (evicted !== undefined) queue.pop(evicted)?.refuse(overloaded());
  }

  /** Resolves when the caller's turn has come; the place of whoever left is then its own. */
  function waitForTurn(caller: string, signal: AbortSignal, stay: Stay): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        queue.remove(caller, ticket);
        reject(signal.reason as Error);
      };
      // The listener goes at once: a signal that fires after the start must not lose the place.
      const ticket: Ticket = {
        start: () => {
          takePlace(caller, stay);
          signal.removeEventListener('abort', abandon);
          resolve();
        },
        refuse: (error) => {
          signal.removeEventListener('abort', abandon);
          reject(error);
        },
      };
      signal.addEventListener('abort', abandon, { once: true });
      if (queue.size === 0) waitingSince = now();
      queue.push(caller, ticket);
      if (!yields) places.makeWay();
    });
  }

  function leavePlace(caller: string, stay: Stay): void {
    running--;
    const left = (runningOf.get(caller) ?? 0) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
    places.leave(stay.preempt);
  }

  places.join(() => {
    const next = running < concurrency ? queue.shift(mayRun) : undefined;
    next?.start();
    return next !== undefined;
  });

  async function work<T>(caller: string, stay: Stay, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const started = now();
    const { ends } = stay;
    try {
      ends.throwIfAborted();
      return await task(ends);
    } finally {
      // Work that was cut short would promise too much.
      if (!ends.aborted) pace.record(caller, now() - started);
      leavePlace(caller, stay);
    }
  }

  return {
    async run(caller, signal, task, patienceMs = Infinity) {
      for (;;) {
        signal.throwIfAborted();
        const stay = newStay(signal, yields);
        if (mayStart(caller)) takePlace(caller, stay);
        else {
          refusePastDeadline(caller, patienceMs);
          makeRoom(caller);
          await waitForTurn(caller, signal, stay);
        }
        try {
          return await abortable(work(caller, stay, task), signal);
        } catch (error) {
          if (!stay.wasPreempted()) throw error;
        }
      }
    },
    check(caller, patienceMs) {
      if (mayStart(caller)) return;
      refusePastDeadline(caller, patienceMs);
      callerToEvict(caller);
    },
    stats: () => ({ running, waiting: queue.size, callers: queue.callers }),
  };
}
