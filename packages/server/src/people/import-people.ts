import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.js';
import { requireRoom, type Owner } from './collection-limits.js';
import {
  addCounts,
  collectionOf,
  deletePeople,
  hasExpired,
  lockedCollection,
  upToFaces,
  type CollectionParts,
  type CollectionRow,
  type PersonRow,
} from './collection-rows.js';
import { addFaces } from './faces.js';
import { setFields, type CollectionChange, type PersonFields } from './people.js';

/** A person with vectors from a file. */
export interface ImportedPerson {
  readonly id: string;
  readonly fields: PersonFields;
  readonly vectors: readonly Float32Array[];
}

interface Import {
  readonly collection: string;
  readonly people: readonly ImportedPerson[];
  readonly signal: AbortSignal;
}

/** People that are stored in one transaction. */
const STORED_AT_ONCE = 25;

/**
 * Adds people and their faces, some in each transaction, and returns how many faces were added. Vectors that are there
 * already are skipped, so a retry changes nothing.
 */
export async function importPeople(
  parts: CollectionParts,
  owner: Owner,
  { collection, people, signal }: Import,
): Promise<number> {
  let faces = 0;
  for (let from = 0; from < people.length;) {
    const stored = await parts.turns.run(owner.accountId, signal, () =>
      importSome(parts, owner, collection, people.slice(from, from + STORED_AT_ONCE)),
    );
    from += stored.people;
    faces += stored.faces;
  }
  return faces;
}

/** Adds the first of these people, all or none of them: as many as one transaction can compare with what they have. */
async function importSome(
  parts: CollectionParts,
  owner: Owner,
  collection: string,
  people: readonly ImportedPerson[],
): Promise<{ readonly people: number; readonly faces: number }> {
  const { accountId } = owner;
  const { number } = await collectionOf(parts.database.db, accountId, collection);
  return parts.store.change(number, async (tx) => {
    const row = await lockedCollection(parts, tx, accountId, collection);
    const some = await comparable(tx, row, people);
    const change = { parts, tx, owner, row };
    const known = await ensurePeople(change, some);
    const added = [];
    for (const { id, fields, vectors } of some) {
      const person = known.get(id);
      if (person === undefined) throw new Error('A person was not created.');
      await setFields(tx, person.number, fields);
      added.push({ person, vectors: await newOnes(parts, tx, person, vectors) });
    }
    const withFaces = added.filter(({ vectors }) => vectors.length > 0);
    const faces = withFaces.length === 0 ? [] : await addFaces(change, withFaces);
    return { people: some.length, faces: faces.length };
  });
}

/** The first of these people, until what they have and what they get are too many faces for one transaction. */
async function comparable(
  tx: Transaction<Tables>,
  { number }: CollectionRow,
  people: readonly ImportedPerson[],
): Promise<readonly ImportedPerson[]> {
  const rows = await peopleWith(tx, number, people);
  const known = new Map(rows.map(({ id, faces }) => [id, faces]));
  return upToFaces(
    people.map((person) => ({ ...person, faces: (known.get(person.id) ?? 0) + person.vectors.length })),
  );
}

const peopleWith = (
  tx: Transaction<Tables>,
  collection: number,
  people: readonly ImportedPerson[],
): Promise<PersonRow[]> =>
  tx
    .selectFrom('collection_person')
    .selectAll()
    .where('collection', '=', collection)
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();

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
  change: CollectionChange,
  people: readonly ImportedPerson[],
): Promise<Map<string, PersonRow>> {
  const { parts, tx, owner } = change;
  const collection = change.row.number;
  const known = await peopleWith(tx, collection, people);
  const expired = known.filter((person) => hasExpired(person, parts.now()));
  if (expired.length > 0)
    await deletePeople(
      parts,
      tx,
      collection,
      expired.map(({ number }) => number),
    );
  const found = new Map(known.filter((person) => !expired.includes(person)).map((row) => [row.id, row]));
  const missing = people.map(({ id }) => id).filter((id) => !found.has(id));
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
