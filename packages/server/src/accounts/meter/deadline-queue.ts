import { ServiceError } from '../../errors.js';

export interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that wait for their turn at the database: not too many, and not for too long. */
export class DeadlineQueue<In, Out> {
  readonly #waiting = new Set<Waiting<In, Out> & { readonly timer: NodeJS.Timeout }>();

  constructor(
    private readonly maxWaiting: number,
    private readonly deadlineMs: number,
    private readonly onExpired: (item: In) => void,
  ) {}

  push(item: In): Promise<Out> {
    if (this.#waiting.size >= this.maxWaiting) {
      this.onExpired(item);
      return Promise.reject(new ServiceError('overloaded'));
    }
    return new Promise<Out>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        this.onExpired(item);
        reject(new ServiceError('overloaded'));
      }, this.deadlineMs);
      const waiting = { item, resolve, reject, timer };
      this.#waiting.add(waiting);
    });
  }

  /** The longest waiting ones; they are the taker's business from now on. */
  take(max: number): Waiting<In, Out>[] {
    const taken: Waiting<In, Out>[] = [];
    for (const waiting of this.#waiting) {
      if (taken.length >= max) break;
      clearTimeout(waiting.timer);
      this.#waiting.delete(waiting);
      taken.push(waiting);
    }
    return taken;
  }

  get size(): number {
    return this.#waiting.size;
  }
}
