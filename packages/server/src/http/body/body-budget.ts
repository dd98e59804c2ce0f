import { ServiceError } from '../../errors.js';

/** Bounds the bytes of request bodies that are in memory at one time, over all requests. */
export class BodyBudget {
  readonly #most: number;
  #held = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** An account of one request; `release` gives everything back and may be called more than once. */
  open(): BodyAllowance {
    let taken = 0;
    return {
      take: (bytes) => {
        if (this.#held + bytes > this.#most) throw new ServiceError('overloaded');
        this.#held += bytes;
        taken += bytes;
      },
      release: () => {
        this.#held -= taken;
        taken = 0;
      },
    };
  }
}

export interface BodyAllowance {
  take(bytes: number): void;
  release(): void;
}
