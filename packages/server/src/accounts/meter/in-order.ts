import { ServiceError } from '../../errors.js';

const MAX_WAITING = 10_000;

/**
 * Does the work of one key in the order of asking, one at a time. A busy account so waits for itself here, and not for
 * its own row with every connection to the database.
 */
export class InOrder {
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  constructor(private readonly deadlineMs: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before === undefined ? work() : this.#after(before, work);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }

  async #after<T>(before: Promise<void>, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw overloaded();
    const until = performance.now() + this.deadlineMs;
    this.#waiting += 1;
    await before;
    this.#waiting -= 1;
    if (performance.now() > until) throw overloaded();
    return work();
  }
}

const overloaded = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'database-away' });
