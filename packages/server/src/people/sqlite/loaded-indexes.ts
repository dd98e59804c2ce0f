import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import type { SearchedCollection } from '../face-store.js';
import { FaceIndex } from './face-index.js';

/** An index, complete or on the way to it. */
interface Loaded {
  readonly index: FaceIndex;
  /** What it will take when it is complete. */
  readonly plannedBytes: number;
  /** Resolves when it is complete. */
  readonly loading: Promise<void>;
  readonly accountId: string;
  lastUsed: number;
  isComplete: boolean;
  /** Changed by a transaction that has not been committed. */
  isTouched: boolean;
}

/**
 * Reads the next faces into the index in one turn of the account, and returns whether there may be more. If not,
 * `onEnd` is called in the same turn, so that no change falls in between.
 */
type LoadSome = (index: FaceIndex, accountId: string, onEnd: () => void) => Promise<boolean>;

const bytesOf = ({ index, plannedBytes }: Loaded): number => Math.max(index.bytes, plannedBytes);

/** An index that was used within this time is not dropped for another one: otherwise two could drop each other in turns. */
const KEPT_MS = 60_000;
/** But so often within that time for another one of the same account, which waits for its own loading alone. */
const MAX_REPLACED = 8;

export interface LoadedIndexesOptions {
  readonly maxBytes: number;
  readonly loadSome: LoadSome;
  readonly onDrop?: (index: FaceIndex) => void;
  readonly now?: () => number;
}

/**
 * The collections that are in memory, within one bound. Room is made by those that nobody has used for a while, then by
 * accounts that have more than an equal share of the memory, for those that have less; the others replace their own.
 */
export class LoadedIndexes {
  /** In the order of their last use. */
  readonly #loaded = new Map<number, Loaded>();
  /** When indexes in use were replaced, by account. */
  readonly #replaced = new Map<string, readonly number[]>();
  #isClosed = false;

  readonly #options: LoadedIndexesOptions;
  readonly #now: () => number;

  constructor(options: LoadedIndexesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get bytes(): number {
    let sum = 0;
    for (const loaded of this.#loaded.values()) sum += bytesOf(loaded);
    return sum;
  }

  /** The complete index of a collection, which is loaded if it is not in memory. */
  async load({ number: collection, faces, account_id }: SearchedCollection): Promise<FaceIndex> {
    for (;;) {
      const loaded = this.#use(collection) ?? this.#begin(collection, faces, account_id ?? '');
      await loaded.loading;
      // Otherwise it was dropped meanwhile.
      if (this.#loaded.get(collection) === loaded) return loaded.index;
      if (this.#isClosed) throw new ServiceError('overloaded', undefined, {}, { because: 'stopping' });
    }
  }

  /** Applies a change that the running transaction has made. What is still being loaded is read after the commit. */
  change(collection: number, apply: (index: FaceIndex) => void, isAddition: boolean): void {
    const loaded = this.#loaded.get(collection);
    if (loaded === undefined || (isAddition && !loaded.isComplete)) return;
    loaded.isTouched = true;
    apply(loaded.index);
  }

  /** After the transaction: one that has failed leaves an index that differs from the table. */
  settle(collection: number, committed: boolean): void {
    const loaded = this.#loaded.get(collection);
    if (loaded === undefined) return;
    if ((loaded.isTouched && !committed) || loaded.index.isMostlyGaps) this.drop(collection);
    loaded.isTouched = false;
  }

  drop(collection: number): void {
    const loaded = this.#loaded.get(collection);
    if (!this.#loaded.delete(collection) || loaded === undefined) return;
    this.#options.onDrop?.(loaded.index);
  }

  close(): void {
    this.#isClosed = true;
    this.#loaded.clear();
  }

  #use(collection: number): Loaded | undefined {
    const loaded = this.#loaded.get(collection);
    if (loaded === undefined) return undefined;
    loaded.lastUsed = this.#now();
    this.#loaded.delete(collection);
    this.#loaded.set(collection, loaded);
    // Enrolments may have made it grow; without room for that, it is loaded again, if it may be.
    if (this.bytes <= this.#options.maxBytes || this.#makeRoom(0, loaded.accountId, collection))
      return loaded;
    this.drop(collection);
    return undefined;
  }

  #begin(collection: number, faces: number, accountId: string): Loaded {
    const { maxBytes } = this.#options;
    const plannedBytes = FaceIndex.bytesFor(faces);
    if (plannedBytes > maxBytes) throw tooLarge(maxBytes);
    if (!this.#makeRoom(plannedBytes, accountId, collection)) {
      if (this.#bytesOf(accountId) + plannedBytes > this.#shareOf(accountId))
        throw tooLargeTogether(maxBytes);
      // Others who have more than their share are being loaded.
      throw new ServiceError('overloaded', undefined, { retryAfterSeconds: 1 }, { because: 'memory-full' });
    }
    const index = new FaceIndex(collection);
    const loading = this.#run(index, accountId);
    const loaded: Loaded = {
      index,
      plannedBytes,
      loading,
      accountId,
      lastUsed: this.#now(),
      isComplete: false,
      isTouched: false,
    };
    this.#loaded.set(collection, loaded);
    loaded.loading.catch(() => {
      if (this.#loaded.get(collection) === loaded) this.drop(collection);
    });
    return loaded;
  }

  async #run(index: FaceIndex, accountId: string): Promise<void> {
    // The entry exists from the next turn on.
    await nextTurn();
    for (;;) {
      const loaded = this.#loaded.get(index.collection);
      if (loaded?.index !== index) return;
      const hasMore = await this.#options.loadSome(index, accountId, () => {
        loaded.isComplete = true;
      });
      if (!hasMore) return;
    }
  }

  /** Whether there is room now for so much more of the account. */
  #makeRoom(wanted: number, accountId: string, collection: number): boolean {
    const { maxBytes } = this.#options;
    const isRoom = (): boolean => this.bytes + wanted <= maxBytes;
    // One that is being loaded stays: otherwise two large ones could keep each other from ever being complete.
    const droppable = [...this.#loaded].filter(
      ([other, { isComplete }]) => other !== collection && isComplete,
    );
    const unusedSince = this.#now() - KEPT_MS;
    for (const [other, { lastUsed }] of droppable) {
      if (isRoom()) return true;
      if (lastUsed <= unusedSince) this.drop(other);
    }
    const share = this.#shareOf(accountId);
    const takesItsOwn = this.#bytesOf(accountId) + wanted > share;
    for (const [other, loaded] of droppable) {
      if (isRoom()) return true;
      if (takesItsOwn ? loaded.accountId !== accountId : this.#bytesOf(loaded.accountId) <= share) continue;
      if (takesItsOwn && !this.#mayReplace(accountId, unusedSince)) return false;
      this.drop(other);
    }
    return isRoom();
  }

  #mayReplace(accountId: string, since: number): boolean {
    for (const [account, times] of this.#replaced)
      if (times.every((at) => at <= since)) this.#replaced.delete(account);
    const times = (this.#replaced.get(accountId) ?? []).filter((at) => at > since);
    if (times.length >= MAX_REPLACED) return false;
    this.#replaced.set(accountId, [...times, this.#now()]);
    return true;
  }

  #bytesOf(accountId: string): number {
    let sum = 0;
    for (const loaded of this.#loaded.values()) if (loaded.accountId === accountId) sum += bytesOf(loaded);
    return sum;
  }

  /** What each account may have if all that are in memory and this one want more. */
  #shareOf(accountId: string): number {
    const accounts = new Set([accountId, ...[...this.#loaded.values()].map((loaded) => loaded.accountId)]);
    return this.#options.maxBytes / accounts.size;
  }
}

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError(
    'collection-memory',
    `The collection does not fit into the ${maxBytes} bytes of memory for collections; divide it, or ask the operator to raise FACET_COLLECTIONS_BYTES or to use PostgreSQL.`,
  );

const tooLargeTogether = (maxBytes: number): ServiceError =>
  new ServiceError(
    'collection-memory',
    `The account's collections that were searched within the last minute do not fit into its share of the ${maxBytes} bytes of memory for collections; search fewer at a time, or ask the operator to raise FACET_COLLECTIONS_BYTES or to use PostgreSQL.`,
  );
