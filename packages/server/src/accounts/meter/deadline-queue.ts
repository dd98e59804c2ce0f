import { ServiceError } from '../../errors.js';

export interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

const databaseAway = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'database-away' });

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
      return Promise.reject(databaseAway());
    }
    return new Promise<Out>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        this.onExpired(item);
        reject(databaseAway());
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
