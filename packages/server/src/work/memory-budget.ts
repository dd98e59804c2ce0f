import { ServiceError } from '../errors.js';

/** What one caller may hold of the total, so that many large or slow uploads leave room for others. */
const SHARE_OF_ONE_CALLER = 0.5;

/** What one request holds of the memory budget. */
export interface RequestMemory {
  /** Counts bytes that have arrived or are about to be allocated; throws `overloaded` beyond the limit. */
  readonly take: (bytes: number) => void;
  /** Replaces the count so far by this many bytes; throws `overloaded` beyond the limit. */
  readonly holdOnly: (bytes: number) => void;
  /** Releases everything. Later calls are ignored: the request is over, and what it still holds is freed soon. */
  readonly release: () => void;
}

/** The memory of one request. */
interface Holding {
  /** Looked up when the first bytes arrive, because it is not known before. */
  readonly callerOf: () => string;
  caller: string | null;
  readonly onEvicted: (error: ServiceError) => void;
  bytes: number;
  isOver: boolean;
}

interface CallerHoldings {
  bytes: number;
  /** The oldest first. */
  readonly requests: Set<Holding>;
}

/**
 * Limits the memory held by request bodies and their decoded images, in total and for each caller. When all of it is
 * in use, requests of the caller who holds the most are evicted: otherwise two accounts with bodies that never end would
 * keep everybody else out.
 */
export class MemoryBudget {
  readonly #max: number;
  readonly #maxPerCaller: number;
  readonly #callers = new Map<string, CallerHoldings>();
  #held = 0;

  constructor(mostBytes: number) {
    this.#max = mostBytes;
    this.#maxPerCaller = mostBytes * SHARE_OF_ONE_CALLER;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** The memory of one request. If it is taken away for another caller, `onEvicted` must end the request and free what it holds. */
  open(callerOf: () => string, onEvicted: (error: ServiceError) => void): RequestMemory {
    const holding: Holding = { callerOf, caller: null, onEvicted, bytes: 0, isOver: false };
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
    const more = bytes - holding.bytes;
    if (more === 0) return;
    const caller = (holding.caller ??= holding.callerOf());
    const of = this.#callers.get(caller) ?? { bytes: 0, requests: new Set() };
    if (more > 0) {
      if (of.bytes + more > this.#maxPerCaller) throw memoryFull();
      this.#makeRoom(more, of.bytes + more);
    }
    holding.bytes = bytes;
    this.#held += more;
    of.bytes += more;
    if (bytes > 0) of.requests.add(holding);
    else of.requests.delete(holding);
    if (of.requests.size > 0) this.#callers.set(caller, of);
    else this.#callers.delete(caller);
  }

  #release(holding: Holding): void {
    if (holding.isOver) return;
    this.#resize(holding, 0);
    holding.isOver = true;
  }

  /**
   * Evicts the largest requests of callers who hold more than `own`, the caller who holds the most first, until there is
   * room. Throws, without evicting any, if that would not be enough.
   */
  #makeRoom(bytes: number, own: number): void {
    let missing = this.#held + bytes - this.#max;
    if (missing <= 0) return;
    const evicted: Holding[] = [];
    for (const caller of [...this.#callers.values()].sort((a, b) => b.bytes - a.bytes)) {
      let left = caller.bytes;
      // Of equal ones the newest.
      for (const request of [...caller.requests].reverse().sort((a, b) => b.bytes - a.bytes)) {
        if (missing <= 0 || left <= own) break;
        evicted.push(request);
        left -= request.bytes;
        missing -= request.bytes;
      }
    }
    if (missing > 0) throw memoryFull();
    for (const request of evicted) {
      this.#release(request);
      request.onEvicted(memoryFull());
    }
  }
}

const memoryFull = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'memory-full' });
