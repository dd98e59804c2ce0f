import { VECTOR_MODEL } from '@facet/engine';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { ServiceError } from '../errors.js';
import type { Database } from '../db/database.js';
import type { CollectionPersonTable, CollectionTable, Tables } from '../db/tables.js';
import type { Turns } from '../work/turns.js';
import type { FaceStore } from './face-store.js';

export type CollectionRow = Selectable<CollectionTable> & { readonly id: string };
export type PersonRow = Selectable<CollectionPersonTable>;

/** What the parts of collections share. */
export interface CollectionParts {
  readonly database: Pick<Database, 'db' | 'dialect'>;
  readonly store: FaceStore;
  readonly turns: Turns;
  readonly now: () => number;
  /** Where another clock counts than that of this machine: looks at it. */
  readonly lookAtClock?: () => Promise<void>;
}

/** A collection of the account. One of another account is looked for in the same way, and not found either. */
export async function collectionOf(
  db: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<CollectionRow> {
  const row = await db
    .selectFrom('collection')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new ServiceError('unknown-collection');
  return { ...row, id };
}

/**
 * The same in a transaction that changes something: on PostgreSQL, it is locked, so that counts and limits hold for changes
 * that run side by side, and so that it is not deleted meanwhile.
 */
export async function lockedCollection(
  { database }: CollectionParts,
  tx: Transaction<Tables>,
  accountId: string,
  id: string,
): Promise<CollectionRow> {
  await lockCollections(database, tx, accountId);
  if (database.dialect === 'postgres')
    await sql`select 1 from collection where account_id = ${accountId} and id = ${id} for update`.execute(tx);
  return collectionOf(tx, accountId, id);
}

/** An arbitrary number, so that no other use of advisory locks has the same ones. */
const LOCK_SEED = 4_607_182;

/**
 * On PostgreSQL, whoever changes collections of an account waits for others who do. Calls of the account do not: the meter
 * locks its row.
 */
export async function lockCollections(
  { dialect }: Pick<Database, 'dialect'>,
  tx: Transaction<Tables>,
  accountId: string,
): Promise<void> {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${sql.lit(LOCK_SEED)}))`.execute(
      tx,
    );
}

/** A person who has not expired. */
export async function personOf(
  { now }: Pick<CollectionParts, 'now'>,
  db: Kysely<Tables>,
  collection: number,
  id: string,
): Promise<PersonRow> {
  const row = await db
    .selectFrom('collection_person')
    .selectAll()
    .where('collection', '=', collection)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined || hasExpired(row, now()))
    throw new ServiceError('unknown-person', undefined, { person: id });
  return row;
}

export const hasExpired = ({ expires_at }: Pick<PersonRow, 'expires_at'>, now: number): boolean =>
  expires_at !== null && expires_at <= now;

/** The numbers of the faces of these people. */
export async function facesOf(
  tx: Kysely<Tables>,
  collection: number,
  people: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('collection_face')
    .select('number')
    .where('person', 'in', people)
    .where('collection', '=', collection)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => number);
}

/** Faces that one transaction or query deals with, of which a person may have many. */
export const FACES_AT_ONCE = 500;

/** As many of the people as have no more than `FACES_AT_ONCE` together, but at least one. */
export function upToFaces<Person extends Pick<PersonRow, 'faces'>>(
  people: readonly Person[],
): readonly Person[] {
  let faces = 0;
  const end = people.findIndex((person, i) => (faces += person.faces) > FACES_AT_ONCE && i > 0);
  return end < 0 ? people : people.slice(0, end);
}

/** Deletes people with their faces, within `FaceStore.change`. Returns how many faces there were. */
export async function deletePeople(
  { store }: Pick<CollectionParts, 'store'>,
  tx: Transaction<Tables>,
  collection: number,
  people: readonly number[],
): Promise<number> {
  const faces = await facesOf(tx, collection, people);
  // With them go the rows of their faces.
  await tx.deleteFrom('collection_person').where('number', 'in', people).execute();
  await addCounts(tx, collection, { people: -people.length, faces: -faces.length });
  store.removed(collection, faces);
  return faces.length;
}

export async function addCounts(
  tx: Transaction<Tables>,
  collection: number,
  { people = 0, faces = 0 }: { readonly people?: number; readonly faces?: number },
): Promise<void> {
  await tx
    .updateTable('collection')
    .set((row) => ({ people: row('people', '+', people), faces: row('faces', '+', faces) }))
    .where('number', '=', collection)
    .execute();
}

export async function addFacesOfPeople(
  tx: Transaction<Tables>,
  people: readonly number[],
  faces: number,
): Promise<void> {
  await tx
    .updateTable('collection_person')
    .set((row) => ({ faces: row('faces', '+', faces) }))
    .where('number', 'in', people)
    .execute();
}

/** Vectors of different models cannot be compared: neither searched nor enrolled together. */
export function requireOwnModel({ id, model, faces }: Pick<CollectionRow, 'id' | 'model' | 'faces'>): void {
  if (faces === 0 || model === null || model === VECTOR_MODEL) return;
  throw new ServiceError(
    'other-model',
    `The vectors in the collection ${id} were made by the model ${model}, but the service uses ${VECTOR_MODEL}; enrol the people again from photos into a new collection, then delete this one.`,
    { model: VECTOR_MODEL, collection_model: model },
  );
}
