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

/** The memory of one request. */
interface Holding {
  readonly caller: () => string;
  readonly giveUp: (error: ServiceError) => void;
  bytes: number;
  isOver: boolean;
}

/**
 * Limits the memory held by request bodies and their decoded images, in total and for each caller. When all of it is
 * in use, whoever holds the most gives way: otherwise two accounts with bodies that never end would keep everybody
 * else out.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byCaller = new Map<string, number>();
  /** Those that hold anything, the oldest first. */
  readonly #holdings = new Set<Holding>();
  #held = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
    this.#mostOfOne = mostBytes * SHARE_OF_ONE_CALLER;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /**
   * The memory of one request. The caller is looked up when bytes arrive, because it is not known before. `giveUp` is
   * called if the memory is taken away for another caller; the request must then end and free what it holds.
   */
  open(caller: () => string, giveUp: (error: ServiceError) => void): BodyAllowance {
    const holding: Holding = { caller, giveUp, bytes: 0, isOver: false };
    return {
      take: (bytes) => {
        if (!holding.isOver) this.#resize(holding, holding.bytes + bytes);
      },
      holdOnly: (bytes) => {
        if (!holding.isOver) this.#resize(holding, bytes);
      },
      release: () => {
        this.#release(holding);
      },
    };
  }

  #resize(holding: Holding, bytes: number): void {
    const caller = holding.caller();
    const more = bytes - holding.bytes;
    const own = (this.#byCaller.get(caller) ?? 0) + more;
    if (more > 0) {
      if (own > this.#mostOfOne) throw memoryFull();
      this.#makeRoom(more, own);
    }
    holding.bytes = bytes;
    this.#held += more;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
    if (bytes > 0) this.#holdings.add(holding);
    else this.#holdings.delete(holding);
  }

  #release(holding: Holding): void {
    if (holding.isOver) return;
    this.#resize(holding, 0);
    holding.isOver = true;
  }

  /** Gives up requests of callers who hold more than `own` until there is room, or throws. */
  #makeRoom(bytes: number, own: number): void {
    while (this.#held + bytes > this.#most) {
      const given = this.#newestOfLargest(own);
      if (given === undefined) throw memoryFull();
      this.#release(given);
      given.giveUp(memoryFull());
    }
  }

  /** The newest request of the caller who holds the most, if that is more than `own`. */
  #newestOfLargest(own: number): Holding | undefined {
    let newest: Holding | undefined;
    let most = own;
    for (const holding of this.#holdings) {
      const held = this.#byCaller.get(holding.caller()) ?? 0;
      if (held <= own || held < most) continue;
      newest = holding;
      most = held;
    }
    return newest;
  }
}

const memoryFull = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'memory-full' });
