import { ServiceError } from '../../errors.js';

/** What one caller may hold of the total, so that many large or slow uploads leave room for others. */
const SHARE_OF_ONE_CALLER = 0.5;

export interface BodyAllowance {
  /** Counts bytes that have arrived or are about to be allocated; throws `overloaded` beyond the limit. */
  readonly take: (bytes: number) => void;
  /** Replaces the count so far by this many bytes; throws `overloaded` beyond the limit. */
  readonly holdOnly: (bytes: number) => void;
  /** Releases everything. Later calls are ignored: the request is over, and what it still holds is freed soon. */
  readonly release: () => void;
}

/** Limits the memory held by request bodies and their decoded images, in total and for each caller. */
export class BodyBudget {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byCaller = new Map<string, number>();
  #held = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
    this.#mostOfOne = mostBytes * SHARE_OF_ONE_CALLER;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** The memory of one request. The caller is looked up when bytes arrive, because it is not known before. */
  open(caller: () => string): BodyAllowance {
    let taken = 0;
    let isOver = false;
    return {
      take: (bytes) => {
        if (isOver) return;
        this.#add(caller(), bytes);
        taken += bytes;
      },
      holdOnly: (bytes) => {
        if (isOver) return;
        if (bytes > taken) this.#add(caller(), bytes - taken);
        else if (bytes < taken) this.#remove(caller(), taken - bytes);
        taken = bytes;
      },
      release: () => {
        isOver = true;
        if (taken > 0) this.#remove(caller(), taken);
        taken = 0;
      },
    };
  }

  #add(caller: string, bytes: number): void {
    const own = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (this.#held + bytes > this.#most || own > this.#mostOfOne)
      throw new ServiceError('overloaded', undefined, {}, { because: 'memory-full' });
    this.#byCaller.set(caller, own);
    this.#held += bytes;
  }

  #remove(caller: string, bytes: number): void {
    const own = (this.#byCaller.get(caller) ?? 0) - bytes;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
    this.#held -= bytes;
  }
}
