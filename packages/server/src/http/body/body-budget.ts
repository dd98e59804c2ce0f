import { ServiceError } from '../../errors.js';

/** What one caller may hold of the whole, so that a flood of large or slow uploads leaves room for others. */
const SHARE_OF_ONE_CALLER = 0.5;

export interface BodyAllowance {
  /** Counts bytes that have arrived, or that are about to be made of them; the error `overloaded` when they are too many. */
  readonly take: (bytes: number) => void;
  /** From now on exactly so much is held, whatever was counted before; `overloaded` when it is too much. */
  readonly holdOnly: (bytes: number) => void;
  /** Gives everything back, for good: whatever is counted afterwards has outlived its request, and is soon gone. */
  readonly release: () => void;
}

/** Bounds the bytes of request bodies, and of the images made of them, that are in memory at one time, over all requests and for each caller. */
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

  /** The account of one request. Who calls is asked when bytes arrive, for a request opens before it is known. */
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
