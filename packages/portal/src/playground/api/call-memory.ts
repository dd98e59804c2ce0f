import type { Exchange } from './exchange.js';

export interface KnownAnswer {
  readonly exchange: Exchange;
  readonly data: unknown;
}

const MOST_ANSWERS = 100;

/** Answers of this visit by what was asked, so that changing the panel costs no second call. */
export class CallMemory {
  readonly #answers = new Map<string, KnownAnswer>();

  get(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: KnownAnswer): void {
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
