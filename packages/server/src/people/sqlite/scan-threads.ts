import { availableParallelism } from 'node:os';
import { SCAN_PLACES } from '@facet/gallery/internals';
import { threadFile, Threads } from '../../work/threads.js';
import { elsewhere, Turns } from '../../work/turns.js';
import type { ScanResult, ScanTask } from './scan-thread.js';

/** Vectors of one task: two milliseconds. */
const SCANNED_AT_ONCE = 1 << 16;
const DEADLINE_MS = 20_000;

/** All of a task but the part, and how far faces may be by what is found so far. */
type Scan = Omit<ScanTask, 'from' | 'to' | 'bound'>;

export interface ScanCall {
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly bound: () => number;
  readonly onFound: (found: ScanResult['found']) => void;
}

/** Threads that scan vectors in shared memory, in turns that are fair between accounts. */
export class ScanThreads {
  readonly #count = Math.min(SCAN_PLACES, availableParallelism());
  readonly #turns: Turns;
  readonly #threads = new Threads<ScanTask, ScanResult>({
    file: threadFile('people/sqlite/scan-thread.js'),
    count: this.#count,
    deadlineMs: DEADLINE_MS,
  });

  constructor(isBusy: () => boolean) {
    this.#turns = new Turns({ atOnce: this.#count, atOncePerCaller: this.#count, isBusy });
  }

  /** Scans all of it, parts of it side by side if there are threads. */
  async scan(scan: Scan, { caller, signal, bound, onFound }: ScanCall): Promise<void> {
    const end = scan.codes.length;
    let next = 0;
    const failure = new AbortController();
    const lane = async (): Promise<void> => {
      while (next < end) {
        let from = next;
        const to = Math.min(end, from + SCANNED_AT_ONCE);
        next = to;
        while (from < to && !failure.signal.aborted) {
          const task = async (): Promise<ScanResult> =>
            this.#threads.run({ ...scan, from, to, bound: bound() });
          const result = await this.#turns.run(caller, signal, task);
          onFound(result.found);
          from = result.to;
        }
      }
    };
    // The other lanes of a search that has failed would scan for nobody.
    const untilFailure = async (): Promise<void> => {
      try {
        await lane();
      } catch (error) {
        failure.abort();
        next = end;
        throw error;
      }
    };
    const lanes = Math.min(this.#count, Math.ceil(end / SCANNED_AT_ONCE));
    await elsewhere(signal, () => Promise.all(Array.from({ length: lanes }, untilFailure)));
  }

  /** Has threads forget the memory of an index that is no longer used. */
  forget(): void {
    this.#threads.renew();
  }
}
