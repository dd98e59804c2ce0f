import { ExpiringMap } from './expiring-map.js';

/** Weight of the latest job in the moving average. */
const WEIGHT = 0.1;
/** Assumed service time until the first job of a caller is done. */
const FIRST_GUESS_MS = 500;
/** For how many callers the average is kept: those with the most recent jobs. */
const MAX_CALLERS = 1000;
const MAX_WAIT_SECONDS = 60;

/**
 * Moving averages of the service time of each caller, to estimate how long the queue will take. Each caller has its
 * own, so that large images of one caller do not make the small images of another look slow. For a caller without
 * history, the estimate is optimistic if it only decides about waiting, and the overall average if the queue is already
 * too long.
 */
export class ServiceTimes {
  readonly #averages = new ExpiringMap<number>(MAX_CALLERS);
  #overallMs: number | undefined;

  record(caller: string, milliseconds: number): void {
    this.#averages.set(caller, moved(this.#averages.get(caller), milliseconds));
    this.#overallMs = moved(this.#overallMs, milliseconds);
  }

  /** Whether any job has been measured; before that, nobody is rejected because of an estimate. */
  get isKnown(): boolean {
    return this.#overallMs !== undefined;
  }

  /** Milliseconds until the workers have done all of these jobs. */
  msForAll(work: Iterable<readonly [caller: string, jobs: number]>, workers: number): number {
    const newcomersMs = Math.min(this.#overallMs ?? FIRST_GUESS_MS, FIRST_GUESS_MS);
    let sum = 0;
    for (const [caller, jobs] of work) sum += jobs * (this.#averages.get(caller) ?? newcomersMs);
    return sum / workers;
  }

  /** How many jobs of the caller the workers do in this time. */
  jobsIn(caller: string, milliseconds: number, workers: number): number {
    const average = this.#averages.get(caller) ?? this.#overallMs ?? FIRST_GUESS_MS;
    return Math.floor((milliseconds * workers) / average);
  }

  /** Whole seconds until the workers have done this many average jobs, for `Retry-After`. */
  secondsFor(jobs: number, workers: number): number {
    const seconds = Math.ceil(((this.#overallMs ?? FIRST_GUESS_MS) * jobs) / workers / 1000);
    return Math.min(MAX_WAIT_SECONDS, Math.max(1, seconds));
  }
}

const moved = (average: number | undefined, latest: number): number =>
  average === undefined ? latest : average + WEIGHT * (latest - average);
