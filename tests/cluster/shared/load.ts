import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Photo } from './call.js';

export interface Sent {
  readonly startedAt: number;
  readonly endedAt: number;
  /** `1000`, another code of the envelope, or what went wrong on the way. */
  readonly outcome: string;
  readonly tried: readonly number[];
}

export interface LoadOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly photo: Photo;
  /** Callers who each send one call after the other. */
  readonly callers: number;
  readonly pauseMs?: number;
}

/** Callers who call until they are stopped, and record the outcome of every call. */
export class Load {
  readonly sent: Sent[] = [];
  #isOver = false;
  readonly #callers: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    this.#callers = Array.from({ length: options.callers }, () => this.#keepCalling());
  }

  get succeeded(): number {
    return this.sent.filter(({ outcome }) => outcome === '1000').length;
  }

  /** Unsuccessful calls, as text for the message of a failed test. */
  get failed(): Sent[] {
    return this.sent.filter(({ outcome }) => outcome !== '1000');
  }

  /** Waits for the calls in flight. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  async #keepCalling(): Promise<void> {
    const { url, apiKey, photo, pauseMs = 0 } = this.options;
    while (!this.#isOver) {
      const startedAt = performance.now();
      const { outcome, tried } = await call(url, photo, { user_id: apiKey }).then(
        ({ status, code, message, tried: servers }) => ({
          outcome: code === '1000' ? code : `${status} ${code} ${message}`,
          tried: servers,
        }),
        (error: unknown) => ({ outcome: String(error), tried: [] }),
      );
      this.sent.push({ startedAt, endedAt: performance.now(), outcome, tried });
      await sleep(pauseMs);
    }
  }
}
