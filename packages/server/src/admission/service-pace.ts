/** How much the latest job counts against all before it. */
const WEIGHT = 0.1;
/** What a job is believed to take before the first of a caller is done. */
const FIRST_GUESS_MS = 500;
/** Of how many callers the pace is remembered: those who had work done last. */
const MAX_CALLERS = 1000;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Keeps the recent service time of each caller, to tell how long the work that waits will take. Each caller has its own:
 * a few large images of one must not make the small ones of another look slow. Of a caller without a past the best is
 * believed where that only lets it wait, and the average of all where the queue is too long already.
 */
export class ServicePace {
  /** The one who had work done last comes last. */
  readonly #averages = new Map<string, number>();
  #overallMs: number | undefined;

  record(caller: string, milliseconds: number): void {
    const own = this.#averages.get(caller);
    this.#averages.delete(caller);
    this.#averages.set(caller, moved(own, milliseconds));
    this.#overallMs = moved(this.#overallMs, milliseconds);
    for (const oldest of this.#averages.keys()) {
      if (this.#averages.size <= MAX_CALLERS) break;
      this.#averages.delete(oldest);
    }
  }

  /** Whether any work was done yet: before, nobody should be refused for a guess. */
  get isKnown(): boolean {
    return this.#overallMs !== undefined;
  }

  /** Milliseconds until all of this work is done by so many workers. */
  msForAll(work: Iterable<readonly [caller: string, jobs: number]>, workers: number): number {
    const newcomersMs = Math.min(this.#overallMs ?? FIRST_GUESS_MS, FIRST_GUESS_MS);
    let sum = 0;
    for (const [caller, jobs] of work) sum += jobs * (this.#averages.get(caller) ?? newcomersMs);
    return sum / workers;
  }

  /** How many of the caller's jobs so many workers do in that time. */
  jobsIn(caller: string, milliseconds: number, workers: number): number {
    const average = this.#averages.get(caller) ?? this.#overallMs ?? FIRST_GUESS_MS;
    return Math.floor((milliseconds * workers) / average);
  }

  /** Whole seconds until so many of anybody's jobs are done by so many workers, as a caller is told. */
  secondsFor(jobs: number, workers: number): number {
    const seconds = Math.ceil(((this.#overallMs ?? FIRST_GUESS_MS) * jobs) / workers / 1000);
    return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, seconds));
  }
}

const moved = (average: number | undefined, latest: number): number =>
  average === undefined ? latest : average + WEIGHT * (latest - average);
