import type { Transaction } from 'kysely';
import type { CollectionPersonTable, Tables } from '../db/tables.js';
import { countsText, recordChange } from '../accounts/index.js';
import {
  addCounts,
  addFacesOfPeople,
  collectionOf,
  deletePeople,
  facesOf,
  hasExpired,
  lockedCollection,
  personOf,
  upToFaces,
  type CollectionParts,
  type CollectionRow,
  type PersonRow,
} from './collection-rows.js';
import { NEVER } from '../work/turns.js';
import { MAX_FACES_OF_PERSON, requireRoom, tooManyFacesOfPerson, type Owner } from './collection-limits.js';

/** People that are read in one turn. */
const ROWS_AT_ONCE = 200;
/** People that are deleted in one transaction, at most. */
const DELETED_AT_ONCE = 100;

/** What a caller says about a person: undefined leaves a value as it is, null removes it. */
export interface PersonFields {
  readonly display_name?: string | null | undefined;
  /** JSON. */
  readonly metadata?: string | null | undefined;
  readonly consent?: string | null | undefined;
  readonly expires_at?: number | null | undefined;
}

interface PeopleQuery {
  readonly prefix: string;
  /** The id after which the page begins. */
  readonly after: string;
  readonly limit: number;
}

/** A face of a person, without its vector. */
export interface FaceEntry {
  readonly number: number;
  readonly createdAt: number;
}

interface Moved {
  readonly moved: number;
  readonly isDone: boolean;
}

/** A transaction that changes a collection, within `FaceStore.change`. */
export interface CollectionChange {
  readonly parts: CollectionParts;
  readonly tx: Transaction<Tables>;
  readonly owner: Owner;
  /** Locked. */
  readonly row: CollectionRow;
}

/** The people of collections. */
export class People {
  constructor(private readonly parts: CollectionParts) {}

  async find(accountId: string, collection: string, id: string): Promise<PersonRow> {
    const { db } = this.parts.database;
    const { number } = await collectionOf(db, accountId, collection);
    return personOf(this.parts, db, number, id);
  }

  async facesOf(person: PersonRow): Promise<FaceEntry[]> {
    const rows = await this.parts.database.db
      .selectFrom('collection_face')
      .select(['number', 'created_at'])
      .where('person', '=', person.number)
      .where('collection', '=', person.collection)
      .orderBy('number')
      .execute();
    return rows.map(({ number, created_at }) => ({ number, createdAt: created_at }));
  }

  /** In the order of their ids; with one more than the limit, so that the caller sees whether there are more. */
  async list(accountId: string, collection: string, query: PeopleQuery): Promise<PersonRow[]> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    const wanted = query.limit + 1;
    const rows: PersonRow[] = [];
    for (let { after } = query; ;) {
      const limit = Math.min(ROWS_AT_ONCE, wanted - rows.length);
      const page = await this.parts.turns.run(accountId, NEVER, () =>
        this.#page(number, { ...query, after, limit }),
      );
      rows.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < limit || rows.length === wanted) return rows;
      after = last.id;
    }
  }

  #page(collection: number, { prefix, after, limit }: PeopleQuery): Promise<PersonRow[]> {
    return (
      this.parts.database.db
        .selectFrom('collection_person')
        .selectAll()
        .where('collection', '=', collection)
        .where('id', '>', after)
        // Above every character that an id may have.
        .$if(prefix !== '', (rows) => rows.where('id', '>=', prefix).where('id', '<', `${prefix}~`))
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', this.parts.now())]))
        .orderBy('id')
        .limit(limit)
        .execute()
    );
  }

  /** The metadata of these people, as JSON; somebody who is not there has none. */
  async metadataOf(
    accountId: string,
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string | null>> {
    if (ids.length === 0) return new Map();
    const { db } = this.parts.database;
    const { number } = await collectionOf(db, accountId, collection);
    const rows = await db
      .selectFrom('collection_person')
      .select(['id', 'metadata'])
      .where('collection', '=', number)
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, metadata }) => [id, metadata]));
  }

  /** Creates the person, or changes what is given. */
  async put(owner: Owner, collection: string, id: string, fields: PersonFields): Promise<PersonRow> {
    return this.#change(owner, collection, async (tx, row) => {
      const person = await findOrCreate({ parts: this.parts, tx, owner, row }, id);
      await setFields(tx, person.number, fields);
      return personOf(this.parts, tx, row.number, id);
    });
  }

  async delete(owner: Owner, collection: string, id: string): Promise<number> {
    return this.#change(owner, collection, async (tx, { number }) =>
      this.#delete(tx, owner, number, [await personOf(this.parts, tx, number, id)]),
    );
  }

  /** Deletes those of these people who are there, some in each transaction; returns their ids. */
  async deleteSeveral(owner: Owner, collection: string, ids: readonly string[]): Promise<string[]> {
    const deleted: string[] = [];
    for (let rest = ids; rest.length > 0;) {
      const some = rest.slice(0, DELETED_AT_ONCE);
      const { rows, done } = await this.parts.turns.run(owner.accountId, NEVER, () =>
        this.#deleteFirst(owner, collection, some),
      );
      deleted.push(...rows.filter((row) => !hasExpired(row, this.parts.now())).map(({ id }) => id));
      rest = rest.slice(done);
    }
    return deleted;
  }

  /** Deletes the first of these people, as many as have not too many faces; `done` is how many ids that settles. */
  #deleteFirst(
    owner: Owner,
    collection: string,
    ids: readonly string[],
  ): Promise<{ readonly rows: readonly PersonRow[]; readonly done: number }> {
    return this.#change(owner, collection, async (tx, { number }) => {
      const found = await tx
        .selectFrom('collection_person')
        .selectAll()
        .where('collection', '=', number)
        .where('id', 'in', ids)
        .execute();
      const inOrder = ids.flatMap((id) => found.find((row) => row.id === id) ?? []);
      const rows = upToFaces(inOrder);
      if (rows.length > 0) await this.#delete(tx, owner, number, rows);
      const next = inOrder[rows.length];
      return { rows, done: next === undefined ? ids.length : ids.indexOf(next.id) };
    });
  }

  /** Deletes people of one collection, and records it. Returns how many faces they had. */
  async #delete(
    tx: Transaction<Tables>,
    { accountId }: Owner,
    collection: number,
    people: readonly PersonRow[],
  ): Promise<number> {
    const numbers = people.map(({ number }) => number);
    const faces = await deletePeople(this.parts, tx, collection, numbers);
    const detail = countsText(people.length, faces);
    await recordChange(
      tx,
      { actor: accountId, action: 'person-deleted', accountId, detail },
      this.parts.now(),
    );
    return faces;
  }

  /**
   * Moves all faces of one person to another, and removes the first. Returns how many faces were moved. If it ends on the
   * way, both people have some of the faces, and a repeated call moves the rest.
   */
  async merge(owner: Owner, collection: string, into: string, from: string): Promise<number> {
    return this.#inSteps(owner, collection, async (tx, { number }) => {
      const target = await personOf(this.parts, tx, number, into);
      return this.#moveSome(tx, target, await personOf(this.parts, tx, number, from));
    });
  }

  /** Gives a person another id and name; if there is somebody with this id, the two are merged. */
  async rename(
    owner: Owner,
    collection: string,
    from: string,
    to: { readonly id: string; readonly displayName: string | null },
  ): Promise<void> {
    await this.#inSteps(owner, collection, async (tx, { number }) => {
      const person = await personOf(this.parts, tx, number, from);
      const other = await personWith(tx, number, to.id);
      if (other !== undefined && !hasExpired(other, this.parts.now()))
        return this.#moveSome(tx, other, person);
      if (other !== undefined) await deletePeople(this.parts, tx, number, [other.number]);
      await tx
        .updateTable('collection_person')
        .set({ id: to.id, display_name: to.displayName })
        .where('number', '=', person.number)
        .execute();
      return { moved: 0, isDone: true };
    });
  }

  /** Repeats transactions that each move some faces, and returns how many all of them have moved. */
  async #inSteps(
    owner: Owner,
    collection: string,
    step: (tx: Transaction<Tables>, row: CollectionRow) => Promise<Moved>,
  ): Promise<number> {
    for (let sum = 0; ;) {
      const { moved, isDone } = await this.#change(owner, collection, step);
      sum += moved;
      if (isDone) return sum;
    }
  }

  /** Moves as many faces of a person as one transaction may; with the last of them, the person goes. */
  async #moveSome(tx: Transaction<Tables>, target: PersonRow, source: PersonRow): Promise<Moved> {
    const { store } = this.parts;
    const { collection } = target;
    if (target.faces + source.faces > MAX_FACES_OF_PERSON) throw tooManyFacesOfPerson();
    const faces = await facesOf(tx, collection, [source.number]);
    const some = faces.slice(0, store.movedAtOnce);
    const isDone = some.length === faces.length;
    if (some.length > 0)
      await tx
        .updateTable('collection_face')
        .set({ person: target.number })
        .where('collection', '=', collection)
        .where('number', 'in', some)
        .execute();
    await addFacesOfPeople(tx, [target.number], some.length);
    if (isDone) {
      await tx.deleteFrom('collection_person').where('number', '=', source.number).execute();
      await addCounts(tx, collection, { people: -1 });
    } else await addFacesOfPeople(tx, [source.number], -some.length);
    store.moved(collection, some, target.number);
    return { moved: some.length, isDone };
  }

  async #change<T>(
    { accountId }: Owner,
    collection: string,
    work: (tx: Transaction<Tables>, row: CollectionRow) => Promise<T>,
  ): Promise<T> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    return this.parts.store.change(number, async (tx) =>
      work(tx, await lockedCollection(this.parts, tx, accountId, collection)),
    );
  }
}

/** The person, who may have expired. */
const personWith = (
  tx: Transaction<Tables>,
  collection: number,
  id: string,
): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('collection_person')
    .selectAll()
    .where('collection', '=', collection)
    .where('id', '=', id)
    .executeTakeFirst();

/** The person, who is created where there is none, or only one who has expired. */
export async function findOrCreate(change: CollectionChange, id: string): Promise<PersonRow> {
  const { parts, tx, owner } = change;
  const collection = change.row.number;
  const known = await personWith(tx, collection, id);
  if (known !== undefined && !hasExpired(known, parts.now())) return known;
  if (known !== undefined) await deletePeople(parts, tx, collection, [known.number]);
  await requireRoom(tx, owner, { people: 1 });
  await addCounts(tx, collection, { people: 1 });
  return tx
    .insertInto('collection_person')
    .values({ collection, id, created_at: parts.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setFields(
  tx: Transaction<Tables>,
  person: number,
  fields: PersonFields,
): Promise<void> {
  const given: Partial<Pick<CollectionPersonTable, keyof PersonFields>> = {
    ...(fields.display_name !== undefined && { display_name: fields.display_name }),
    ...(fields.metadata !== undefined && { metadata: fields.metadata }),
    ...(fields.consent !== undefined && { consent: fields.consent }),
    ...(fields.expires_at !== undefined && { expires_at: fields.expires_at }),
  };
  if (Object.keys(given).length === 0) return;
  await tx.updateTable('collection_person').set(given).where('number', '=', person).execute();
}
