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

/** The collections that are in memory, within one bound; the least recently used one makes room. */
export class LoadedIndexes {
  /** In the order of their last use. */
  readonly #loaded = new Map<number, Loaded>();
  #isClosed = false;

  constructor(
    private readonly maxBytes: number,
    private readonly loadSome: LoadSome,
  ) {}

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
    if ((loaded.isTouched && !committed) || loaded.index.isMostlyGaps) this.#loaded.delete(collection);
    loaded.isTouched = false;
  }

  drop(collection: number): void {
    this.#loaded.delete(collection);
  }

  close(): void {
    this.#isClosed = true;
    this.#loaded.clear();
  }

  #use(collection: number): Loaded | undefined {
    const loaded = this.#loaded.get(collection);
    if (loaded === undefined) return undefined;
    this.#loaded.delete(collection);
    this.#loaded.set(collection, loaded);
    // Enrolments may have made it grow.
    this.#makeRoom(0, collection);
    return loaded;
  }

  #begin(collection: number, faces: number, accountId: string): Loaded {
    const plannedBytes = FaceIndex.bytesFor(faces);
    this.#makeRoom(plannedBytes, collection);
    const index = new FaceIndex(collection);
    const loading = this.#run(index, accountId);
    const loaded: Loaded = { index, plannedBytes, loading, isComplete: false, isTouched: false };
    this.#loaded.set(collection, loaded);
    loaded.loading.catch(() => {
      if (this.#loaded.get(collection) === loaded) this.#loaded.delete(collection);
    });
    return loaded;
  }

  async #run(index: FaceIndex, accountId: string): Promise<void> {
    // The entry exists from the next turn on.
    await nextTurn();
    for (;;) {
      const loaded = this.#loaded.get(index.collection);
      if (loaded?.index !== index) return;
      const hasMore = await this.loadSome(index, accountId, () => {
        loaded.isComplete = true;
      });
      if (!hasMore) return;
    }
  }

  #makeRoom(wanted: number, collection: number): void {
    if (wanted > this.maxBytes || (this.#loaded.get(collection)?.index.bytes ?? 0) > this.maxBytes) {
      this.#loaded.delete(collection);
      throw tooLarge(this.maxBytes);
    }
    let bytes = this.bytes + wanted;
    for (const [other, loaded] of this.#loaded) {
      if (bytes <= this.maxBytes) return;
      // One that is being loaded stays: otherwise two large ones could keep each other from ever being complete.
      if (other === collection || !loaded.isComplete) continue;
      this.#loaded.delete(other);
      bytes -= bytesOf(loaded);
    }
    if (bytes > this.maxBytes && wanted > 0)
      throw new ServiceError('overloaded', undefined, {}, { because: 'memory-full' });
  }
}

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError(
    'collection-memory',
    `The collection does not fit into the ${maxBytes} bytes of memory for collections; divide it, or ask the operator to raise FACET_COLLECTIONS_BYTES or to use PostgreSQL.`,
  );
