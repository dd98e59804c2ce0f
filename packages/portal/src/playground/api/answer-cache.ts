import type { Exchange } from './exchange.js';

export interface CachedAnswer {
  readonly exchange: Exchange;
  readonly data: unknown;
}

const MAX_ANSWERS = 100;

/** Caches answers by request, so that changing the panel costs no second call. */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>();

  get(key: string): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: CachedAnswer): void {
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
