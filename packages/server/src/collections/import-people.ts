import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.js';
import { requireRoom, type Owner } from './collection-limits.js';
import {
  addCounts,
  collectionOf,
  deletePeople,
  hasExpired,
  lockedCollection,
  type CollectionParts,
  type CollectionRow,
  type PersonRow,
} from './collection-rows.js';
import { addFaces } from './faces.js';
import { setFields, type PersonFields } from './people.js';

/** A person with vectors from a file. */
export interface ImportedPerson {
  readonly id: string;
  readonly fields: PersonFields;
  readonly vectors: readonly Float32Array[];
}

/**
 * Adds people and their faces, all or none, and returns how many faces were added. Vectors that are there already are
 * skipped, so a retry changes nothing.
 */
export async function importPeople(
  parts: CollectionParts,
  owner: Owner,
  collection: string,
  people: readonly ImportedPerson[],
): Promise<number> {
  const { accountId } = owner;
  const { number } = await collectionOf(parts.database.db, accountId, collection);
  return parts.store.change(number, async (tx) => {
    const row = await lockedCollection(parts, tx, accountId, collection);
    const known = await ensurePeople(parts, tx, owner, row, people);
    const added = [];
    for (const { id, fields, vectors } of people) {
      const person = known.get(id);
      if (person === undefined) throw new Error('A person was not created.');
      await setFields(tx, person.number, fields);
      added.push({ person, vectors: await newOnes(parts, tx, person, vectors) });
    }
    const withFaces = added.filter(({ vectors }) => vectors.length > 0);
    const faces = withFaces.length === 0 ? [] : await addFaces(parts, tx, owner, row, withFaces);
    return faces.length;
  });
}

/** The same for the same numbers. */
const textOf = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

async function newOnes(
  { store }: CollectionParts,
  tx: Transaction<Tables>,
  person: PersonRow,
  vectors: readonly Float32Array[],
): Promise<Float32Array[]> {
  const known = person.faces === 0 ? [] : await store.ofPerson(tx, person.collection, person.number);
  const seen = new Set(known.map(({ vector }) => textOf(vector)));
  return vectors.filter((vector) => {
    const isNew = !seen.has(textOf(vector));
    seen.add(textOf(vector));
    return isNew;
  });
}

/** The people by id; those who are new are created together. */
async function ensurePeople(
  parts: CollectionParts,
  tx: Transaction<Tables>,
  owner: Owner,
  { number: collection }: CollectionRow,
  people: readonly ImportedPerson[],
): Promise<Map<string, PersonRow>> {
  const ids = people.map(({ id }) => id);
  const known = await tx
    .selectFrom('collection_person')
    .selectAll()
    .where('collection', '=', collection)
    .where('id', 'in', ids)
    .execute();
  const expired = known.filter((person) => hasExpired(person, parts.now()));
  if (expired.length > 0)
    await deletePeople(
      parts,
      tx,
      collection,
      expired.map(({ number }) => number),
    );
  const found = new Map(known.filter((person) => !expired.includes(person)).map((row) => [row.id, row]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  await requireRoom(tx, owner, { people: missing.length });
  await addCounts(tx, collection, { people: missing.length });
  const created = await tx
    .insertInto('collection_person')
    .values(missing.map((id) => ({ collection, id, created_at: parts.now() })))
    .returningAll()
    .execute();
  for (const row of created) found.set(row.id, row);
  return found;
}
