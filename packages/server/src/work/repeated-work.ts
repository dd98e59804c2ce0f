import { Mutex } from './mutex.js';

/** Work that is done at intervals, one run at a time. A run that fails is reported, and the next one tries again. */
export class RepeatedWork {
  readonly #mutex = new Mutex();
  readonly #work: () => Promise<void>;
  readonly #onFault: (cause: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>, onFault: (cause: unknown) => void) {
    this.#work = work;
    this.#onFault = onFault;
  }

  /** A run that takes longer than the interval delays the next one. */
  start(everyMs: number): void {
    this.#timer = setInterval(() => {
      if (this.#mutex.isIdle) void this.run();
    }, everyMs);
    this.#timer.unref();
  }

  /** Runs it now, or after the run that is under way. Whoever waits for that shares the run. */
  run(): Promise<void> {
    return (this.#next ??= this.#runNext());
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#mutex.run(() => undefined);
  }

  async #runNext(): Promise<void> {
    const release = await this.#mutex.acquire();
    this.#next = undefined;
    try {
      await this.#work();
    } catch (cause) {
      this.#onFault(cause);
    } finally {
      release();
    }
  }
}
