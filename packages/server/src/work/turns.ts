import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { FairQueue } from './fair-queue.js';

/** While calls are analysed, work on rows may use this share of the time: the main thread also receives and sends those. */
const SHARE = 1 / 4;
/** So that one slow statement does not stop everybody else's work on rows for long. */
const MAX_REST_MS = 200;
/** Pieces of one caller that may wait. */
const MAX_WAITING = 100;

export interface TurnsOptions {
  /** Pieces at the same time: one where the database runs in this thread. */
  readonly atOnce: number;
  /** And of one caller, who gets them only while nobody else waits. */
  readonly atOncePerCaller?: number;
  /** Whether calls are being analysed, which then get the larger share of the time. */
  readonly isBusy?: () => boolean;
}

interface Turn {
  readonly turns: Turns;
  readonly caller: string;
  /** Undefined while it is somebody else's turn. */
  began: number | undefined;
  isOver: boolean;
  /** Ends this piece. */
  leave(): void;
  /** The same, and resolves when it is the caller's turn again. */
  next(signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly start: () => void;
}

/** For work that nobody can call off. */
export const NEVER: AbortSignal = new AbortController().signal;
setMaxListeners(0, NEVER);

const current = new AsyncLocalStorage<Turn | undefined>();

/** Does what keeps neither this thread nor the database busy: within a piece, that one ends before it, and goes on behind it. */
export async function elsewhere<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turn = current.getStore();
  if (turn === undefined || turn.isOver) return work();
  turn.leave();
  const result = await current.run(undefined, work);
  await turn.next(signal);
  return result;
}

/**
 * Work on stored rows, which no engine thread does: it is done in short pieces, one of each caller at a time, and callers
 * take turns. After a piece the next one waits, so that calls under analysis are not delayed by much.
 */
export class Turns {
  isBusy: () => boolean;
  readonly #atOnce: number;
  readonly #atOncePerCaller: number;
  readonly #queue = new FairQueue<Waiting>();
  /** Each caller with what is running. */
  readonly #running = new Map<string, number>();
  #runningInAll = 0;

  constructor({ atOnce, atOncePerCaller = 1, isBusy = () => false }: TurnsOptions) {
    this.#atOnce = atOnce;
    this.#atOncePerCaller = atOncePerCaller;
    this.isBusy = isBusy;
  }

  /**
   * Does one piece of the caller's work when it is its turn. Within another piece, that one ends first. Throws
   * `overloaded` if too much of the caller waits, and the signal's reason if that fires before the turn.
   */
  async run<T>(caller: string, signal: AbortSignal, piece: () => T | Promise<T>): Promise<T> {
    const outer = current.getStore();
    if (outer?.turns === this && !outer.isOver) {
      await outer.next(signal);
      return piece();
    }
    await this.#begin(caller, signal);
    const turn = this.#turnOf(caller);
    try {
      return await current.run(turn, piece);
    } finally {
      turn.isOver = true;
      this.#end(turn);
    }
  }

  #turnOf(caller: string): Turn {
    let pending: Promise<void> | undefined;
    const turn: Turn = {
      turns: this,
      caller,
      began: performance.now(),
      isOver: false,
      leave: () => {
        this.#end(turn);
      },
      // Parts of a piece that run side by side share the next turn.
      next: (signal) =>
        (pending ??= (async () => {
          this.#end(turn);
          await nextTurn();
          await this.#begin(caller, signal);
          turn.began = performance.now();
        })().finally(() => {
          pending = undefined;
        })),
    };
    return turn;
  }

  #mayBegin(caller: string): boolean {
    return this.#runningInAll < this.#atOnce && this.#isFree(caller);
  }

  #isFree(caller: string): boolean {
    return (this.#running.get(caller) ?? 0) < this.#atOncePerCaller;
  }

  #count(caller: string, change: 1 | -1): void {
    const count = (this.#running.get(caller) ?? 0) + change;
    if (count === 0) this.#running.delete(caller);
    else this.#running.set(caller, count);
    this.#runningInAll += change;
  }

  #begin(caller: string, signal: AbortSignal): Promise<void> | undefined {
    signal.throwIfAborted();
    if (this.#mayBegin(caller)) {
      this.#count(caller, 1);
      return undefined;
    }
    if (this.#queue.countOf(caller) >= MAX_WAITING)
      throw new ServiceError('overloaded', undefined, { retryAfterSeconds: 1 }, { because: 'queue-full' });
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.#queue.remove(caller, waiting);
        reject(signal.reason as Error);
      };
      const waiting = {
        start: () => {
          signal.removeEventListener('abort', abandon);
          this.#count(caller, 1);
          resolve();
        },
      };
      signal.addEventListener('abort', abandon, { once: true });
      this.#queue.push(caller, waiting);
    });
  }

  #end(turn: Turn): void {
    const { caller, began } = turn;
    if (began === undefined) return;
    turn.began = undefined;
    const tookMs = performance.now() - began;
    const restMs = this.isBusy() ? Math.min(MAX_REST_MS, tookMs * (1 / SHARE - 1)) : 0;
    const free = (): void => {
      this.#count(caller, -1);
      while (this.#runningInAll < this.#atOnce) {
        const next = this.#queue.shift((other) => this.#isFree(other));
        if (next === undefined) return;
        next.start();
      }
    };
    // At the earliest in the next turn of the event loop, in which requests of others are read.
    if (restMs < 1) setImmediate(free);
    else setTimeout(free, restMs);
  }
}
