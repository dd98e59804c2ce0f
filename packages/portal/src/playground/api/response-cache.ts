import type { CallResult, Exchange, Progress } from '../../analysis/send.js';

/** What a call is waiting for: its upload, the service, or the rate limit. */
export type Waiting = Progress | { readonly phase: 'retry-wait'; readonly seconds: number };

interface CachedResponse {
  readonly exchange: Exchange;
  readonly data: unknown;
}

/** A call that is being made; views that want the same response join it. */
interface OpenCall {
  readonly result: Promise<CallResult<unknown>>;
  readonly listeners: Set<(waiting: Waiting) => void>;
}

const MAX_RESPONSES = 100;

/** Responses by request, and the calls under way: changing the view costs no second call. */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  readonly #open = new Map<string, OpenCall>();

  get(key: string): CachedResponse | undefined {
    return this.#responses.get(key);
  }

  set(key: string, response: CachedResponse): void {
    this.#responses.set(key, response);
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined) this.#responses.delete(oldest);
  }

  /** Joins the call with this key, or makes it. */
  async share(
    key: string,
    make: (onProgress: (waiting: Waiting) => void) => Promise<CallResult<unknown>>,
    onProgress: (waiting: Waiting) => void,
  ): Promise<CallResult<unknown>> {
    const open = this.#open.get(key) ?? this.#begin(key, make);
    open.listeners.add(onProgress);
    try {
      return await open.result;
    } finally {
      open.listeners.delete(onProgress);
    }
  }

  #begin(
    key: string,
    make: (onProgress: (waiting: Waiting) => void) => Promise<CallResult<unknown>>,
  ): OpenCall {
    const listeners = new Set<(waiting: Waiting) => void>();
    const result = make((waiting) => {
      for (const listener of listeners) listener(waiting);
    }).finally(() => this.#open.delete(key));
    const open = { result, listeners };
    this.#open.set(key, open);
    return open;
  }
}
