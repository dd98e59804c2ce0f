import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.js';

/** A face that is about to be stored, or was read with its vector. Numbers are those of the tables. */
export interface StoredFace {
  /** Unique within the collection, ascending with the time of enrolment. */
  readonly number: number;
  readonly person: number;
  readonly vector: Float32Array;
}

/** A collection that is searched. */
export interface SearchedCollection {
  readonly number: number;
  /** How many faces it has. */
  readonly faces: number;
  /** In whose turns it is searched. */
  readonly account_id: string | null;
}

export interface NearestOptions {
  /** How many people at most. */
  readonly k: number;
  /** Only people nearer than this. */
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** A person found, by the nearest of their faces. */
export interface Neighbour {
  readonly person: number;
  /** The caller's id of the person. */
  readonly id: string;
  readonly displayName: string | null;
  readonly collection: number;
  /** Exact, in double precision from the float32 numbers of both vectors. */
  readonly distance: number;
}

/**
 * Where the vectors of collections are stored, and how they are searched: one implementation for each kind of database.
 * Everything else about collections, which is the same on both, is in `Collections`: it decides, checks limits, and reads
 * and writes the tables `collection` and `collection_person`, and the columns `collection`, `number`, `person`, `model` and
 * `created_at` of `collection_face`.
 *
 * An unavailable database may throw as it does elsewhere; other errors are values of the catalogue (`ServiceError`).
 */
export interface FaceStore {
  /** How many faces may change their person in one transaction, so that it does not hold others up. */
  readonly movedAtOnce: number;

  /**
   * Called once before the service listens. Creates what is missing. Throws an Error whose message completes the sentence
   * "FACET_COLLECTIONS can only be turned on with pgvector, but …" if the database cannot do it.
   */
  prepare(): Promise<void>;

  /**
   * Runs a transaction that changes the faces of one collection. What the work reports with `insert`, `moved` and `removed`
   * takes effect with its commit, or not at all: a search that begins afterwards finds all of it, on every server.
   */
  change<T>(collection: number, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;

  /** Within `change`: adds rows to `collection_face`. The numbers are above all earlier ones of the collection. */
  insert(
    tx: Transaction<Tables>,
    collection: number,
    faces: readonly StoredFace[],
    written: { readonly model: string; readonly at: number },
  ): Promise<void>;

  /** Within `change`: these faces have another person now. The rows are updated already. */
  moved(collection: number, faces: readonly number[], person: number): void;

  /** Within `change`: these faces are gone. The rows are deleted already. */
  removed(collection: number, faces: readonly number[]): void;

  /** The faces of a person in the order of their numbers, at most 1,000. */
  ofPerson(tx: Transaction<Tables> | null, collection: number, person: number): Promise<StoredFace[]>;

  /**
   * Does what a search of this collection needs first, before the call waits for its turn. Throws `collection-memory` if
   * the collection is too large for this server.
   */
  ready(collection: SearchedCollection, signal: AbortSignal): Promise<void>;

  /**
   * The nearest people of these collections, nearest first, each once. Never somebody who was deleted, also with the whole
   * collection, or has expired (`collection_person.expires_at` ≤ now).
   */
  nearest(
    collections: readonly SearchedCollection[],
    query: Float32Array,
    options: NearestOptions,
  ): Promise<Neighbour[]>;

  /**
   * The next people behind an id, each with all faces as of one moment; none at the end. Leaves out people without faces
   * and those who have expired.
   */
  peopleAfter(collection: number, id: string): Promise<readonly PersonWithFaces[]>;

  /** Deletes some faces of a deleted collection; returns whether all are gone. */
  eraseSome(collection: number): Promise<boolean>;

  /** Called at intervals: removes what the database keeps of deleted vectors where no query finds them. */
  forget(): Promise<void>;

  /** How much memory searches hold; for metrics. */
  heldBytes(): number;

  close(): Promise<void>;
}

export interface PersonWithFaces {
  readonly id: string;
  readonly displayName: string | null;
  /** JSON. */
  readonly metadata: string | null;
  readonly consent: string | null;
  readonly expiresAt: number | null;
  readonly vectors: readonly Float32Array[];
}
