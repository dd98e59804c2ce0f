import { VECTOR_MODEL } from '@facet/engine';
import { distanceBetween, eachPersonOnce, searchThreshold } from '@facet/gallery/search';
import type { Transaction } from 'kysely';
import { countsText, recordChange } from '../accounts/index.js';
import type { Tables } from '../db/tables.js';
import { ServiceError } from '../errors.js';
import {
  addCounts,
  addFacesOfPeople,
  collectionOf,
  lockedCollection,
  personOf,
  requireOwnModel,
  type CollectionParts,
  type CollectionRow,
  type PersonRow,
} from './collection-rows.js';
import { MAX_FACES_OF_PERSON, requireRoom, tooManyFacesOfPerson, type Owner } from './collection-limits.js';
import { findOrCreate, setFields, type CollectionChange, type PersonFields } from './people.js';

export interface Match {
  /** Unique among all collections of the account. */
  readonly id: string;
  /** The caller's id of the person. */
  readonly person: string;
  readonly displayName: string | null;
  readonly collection: string;
  readonly distance: number;
  /** How often somebody who is not enrolled would be at least as near to anybody in collections of this size. */
  readonly falsePositiveRate: number;
}

export interface SearchOptions {
  /** At most so many people for each face. */
  readonly maxResults: number;
  /** The caller's own threshold. */
  readonly threshold: number | undefined;
  readonly signal: AbortSignal;
}

export interface SearchResult {
  readonly threshold: number;
  /** The people near each of the faces, nearest first. */
  readonly matches: readonly (readonly Match[])[];
}

export interface Enrolment {
  readonly collection: string;
  readonly person: string;
  readonly vector: Float32Array;
  readonly signal: AbortSignal;
  /** The collection as `prepareEnrolment` found it. */
  readonly prepared?: CollectionRow | undefined;
  /** What to set of the person. */
  readonly fields?: PersonFields | undefined;
}

export interface Enrolled {
  readonly face: number;
  /** False if the person had this very vector already. */
  readonly isNew: boolean;
  /** Other people of the collection who have the same face, by the threshold of a search. */
  readonly duplicates: readonly Match[];
}

/** Other people that an enrolment reports. */
const MAX_DUPLICATES = 3;

/** The faces of people: enrolment, corrections, search. */
export class Faces {
  constructor(private readonly parts: CollectionParts) {}

  /** Rejects what cannot succeed before anything is analysed: the collection, its model, its size. */
  async prepare(
    accountId: string,
    collections: readonly string[],
    signal: AbortSignal,
  ): Promise<CollectionRow[]> {
    const rows: CollectionRow[] = [];
    for (const id of collections) rows.push(await this.#prepareOne(accountId, id, signal));
    return rows;
  }

  async #prepareOne(accountId: string, id: string, signal: AbortSignal): Promise<CollectionRow> {
    const row = await collectionOf(this.parts.database.db, accountId, id);
    requireOwnModel(row);
    await this.parts.store.ready(row, signal);
    return row;
  }

  /** Rejects an enrolment that would exceed the limits, before anything is analysed. */
  async prepareEnrolment(
    owner: Owner,
    collection: string,
    person: string,
    signal: AbortSignal,
  ): Promise<CollectionRow> {
    const { db } = this.parts.database;
    const row = await this.#prepareOne(owner.accountId, collection, signal);
    const known = await personOf(this.parts, db, row.number, person).catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
    if ((known?.faces ?? 0) >= MAX_FACES_OF_PERSON) throw tooManyFacesOfPerson();
    await requireRoom(db, owner, { faces: 1, people: known === undefined ? 1 : 0 });
    return row;
  }

  async enrol(owner: Owner, enrolment: Enrolment): Promise<Enrolled> {
    const { collection, person, vector, signal, prepared, fields = {} } = enrolment;
    const { accountId } = owner;
    const searched = prepared ?? (await this.#prepareOne(accountId, collection, signal));
    const found = await this.searchIn([searched], [vector], {
      maxResults: MAX_DUPLICATES + 1,
      threshold: undefined,
      signal,
    });
    const duplicates = (found.matches[0] ?? [])
      .filter((match) => match.person !== person)
      .slice(0, MAX_DUPLICATES);
    const { face, isNew } = await this.parts.store.change(searched.number, async (tx) => {
      // Once more, under the lock: only this row is safe to count with.
      const row = await lockedCollection(this.parts, tx, accountId, collection);
      // Deleted since, and created again.
      if (row.number !== searched.number) throw new ServiceError('unknown-collection');
      const change = { parts: this.parts, tx, owner, row };
      const owned = await findOrCreate(change, person);
      await setFields(tx, owned.number, fields);
      const same = await this.#sameFace(tx, owned, vector);
      if (same !== undefined) return { face: same, isNew: false };
      const [first = 0] = await addFaces(change, [{ person: owned, vectors: [vector] }]);
      return { face: first, isNew: true };
    });
    return { face, isNew, duplicates };
  }

  /**
   * The people nearest to each of these faces, which are different people if there are several, in collections that were
   * prepared. One that was deleted since is empty.
   */
  async searchIn(
    rows: readonly CollectionRow[],
    vectors: readonly Float32Array[],
    { maxResults, threshold: own, signal }: SearchOptions,
  ): Promise<SearchResult> {
    const searched = { vectors: rows.reduce((sum, { faces }) => sum + faces, 0), model: VECTOR_MODEL };
    const { threshold } = searchThreshold(searched, own === undefined ? {} : { threshold: own });
    const k = maxResults + vectors.length - 1;
    const lists: Match[][] = [];
    for (const vector of vectors) {
      const near = await this.parts.store.nearest(rows, vector, { k, threshold, signal });
      lists.push(
        near.map(({ id, displayName, collection: number, distance }) => {
          const collection = rows.find((row) => row.number === number)?.id ?? '';
          return {
            id: `${collection}/${id}`,
            person: id,
            displayName,
            collection,
            distance,
            falsePositiveRate: falsePositiveRate(searched.vectors, distance),
          };
        }),
      );
    }
    const matches = lists.length > 1 ? eachPersonOnce(lists) : lists;
    return { threshold, matches: matches.map((list) => list.slice(0, maxResults)) };
  }

  /** Rejects the verification of somebody who has no faces, before anything is analysed. */
  async prepareVerification(accountId: string, collection: string, person: string): Promise<void> {
    await this.#verifiable(accountId, collection, person);
  }

  /** How far a face is from the nearest of a person's faces. */
  async verify(
    accountId: string,
    collection: string,
    person: string,
    vector: Float32Array,
  ): Promise<{ readonly distance: number; readonly threshold: number; readonly falsePositiveRate: number }> {
    const faces = await this.vectorsOf(accountId, collection, person);
    const distance = Math.min(...faces.map((face) => distanceBetween(face, vector)));
    const { threshold } = searchThreshold({ vectors: faces.length, model: VECTOR_MODEL });
    return { distance, threshold, falsePositiveRate: falsePositiveRate(faces.length, distance) };
  }

  /** The vectors of a person who has at least one, made by the model of the service. */
  async vectorsOf(accountId: string, collection: string, person: string): Promise<Float32Array[]> {
    const { number, collection: at } = await this.#verifiable(accountId, collection, person);
    const faces = await this.parts.store.ofPerson(null, at, number);
    // Deleted since.
    if (faces.length === 0) throw noFaces();
    return faces.map(({ vector }) => vector);
  }

  async #verifiable(accountId: string, collection: string, person: string): Promise<PersonRow> {
    const { db } = this.parts.database;
    const row = await collectionOf(db, accountId, collection);
    const found = await personOf(this.parts, db, row.number, person);
    requireOwnModel(row);
    if (found.faces === 0) throw noFaces();
    return found;
  }

  async move(owner: Owner, at: FacePlace, to: string): Promise<void> {
    await this.#changeFace(owner, at, async (tx, row, person) => {
      const target = await findOrCreate({ parts: this.parts, tx, owner, row }, to);
      if (target.number === person.number) return;
      if (target.faces >= MAX_FACES_OF_PERSON) throw tooManyFacesOfPerson();
      await tx
        .updateTable('collection_face')
        .set({ person: target.number })
        .where('collection', '=', row.number)
        .where('number', '=', at.face)
        .execute();
      await addFacesOfPeople(tx, [person.number], -1);
      await addFacesOfPeople(tx, [target.number], 1);
      this.parts.store.moved(row.number, [at.face], target.number);
    });
  }

  async delete(owner: Owner, at: FacePlace): Promise<void> {
    const { accountId } = owner;
    await this.#changeFace(owner, at, async (tx, row, person) => {
      await tx
        .deleteFrom('collection_face')
        .where('collection', '=', row.number)
        .where('number', '=', at.face)
        .execute();
      await addFacesOfPeople(tx, [person.number], -1);
      await addCounts(tx, row.number, { faces: -1 });
      this.parts.store.removed(row.number, [at.face]);
      const detail = countsText(0, 1);
      await recordChange(
        tx,
        { actor: accountId, action: 'face-deleted', accountId, detail },
        this.parts.now(),
      );
    });
  }

  async #changeFace(
    { accountId }: Owner,
    { collection, person: id, face }: FacePlace,
    work: (tx: Transaction<Tables>, row: CollectionRow, person: PersonRow) => Promise<void>,
  ): Promise<void> {
    const { number } = await collectionOf(this.parts.database.db, accountId, collection);
    await this.parts.store.change(number, async (tx) => {
      const row = await lockedCollection(this.parts, tx, accountId, collection);
      const person = await personOf(this.parts, tx, row.number, id);
      const found = await tx
        .selectFrom('collection_face')
        .select('number')
        .where('collection', '=', row.number)
        .where('number', '=', face)
        .where('person', '=', person.number)
        .executeTakeFirst();
      if (found === undefined) throw new ServiceError('unknown-face');
      await work(tx, row, person);
    });
  }

  /** The face of the person with the same numbers, if there is one: the call is repeated. */
  async #sameFace(
    tx: Transaction<Tables>,
    person: PersonRow,
    vector: Float32Array,
  ): Promise<number | undefined> {
    if (person.faces === 0) return undefined;
    const faces = await this.parts.store.ofPerson(tx, person.collection, person.number);
    return faces.find((face) => isSame(face.vector, vector))?.number;
  }
}

const noFaces = (): ServiceError =>
  new ServiceError('unknown-face', 'The person has no faces; enrol one first.');

/** Where a face is, as a caller says it. */
export interface FacePlace {
  readonly collection: string;
  readonly person: string;
  readonly face: number;
}

/** How often somebody who is not enrolled is at least as near to one of so many vectors. */
function falsePositiveRate(vectors: number, distance: number): number {
  // A threshold must be above 0.
  const threshold = Math.max(distance, 1e-9);
  return searchThreshold({ vectors, model: VECTOR_MODEL }, { threshold }).falsePositiveRate ?? 1;
}

const isSame = (a: Float32Array, b: Float32Array): boolean => a.every((value, place) => value === b[place]);

interface NewFaces {
  readonly person: PersonRow;
  readonly vectors: readonly Float32Array[];
}

/** Adds faces to people, within `FaceStore.change`; returns their numbers. */
export async function addFaces(
  { parts: { store, now }, tx, owner, row }: CollectionChange,
  added: readonly NewFaces[],
): Promise<number[]> {
  requireOwnModel(row);
  const count = added.reduce((sum, { vectors }) => sum + vectors.length, 0);
  if (added.some(({ person, vectors }) => person.faces + vectors.length > MAX_FACES_OF_PERSON))
    throw tooManyFacesOfPerson();
  await requireRoom(tx, owner, { faces: count });
  const { next_face: next } = await tx
    .updateTable('collection')
    .set((of) => ({
      next_face: of('next_face', '+', count),
      faces: of('faces', '+', count),
      model: VECTOR_MODEL,
    }))
    .where('number', '=', row.number)
    .returning('next_face')
    .executeTakeFirstOrThrow();
  let number = next - count;
  const faces = added.flatMap(({ person, vectors }) =>
    vectors.map((vector) => ({ number: number++, person: person.number, vector })),
  );
  await store.insert(tx, row.number, faces, { model: VECTOR_MODEL, at: now() });
  // One statement for all people with as many faces: of an import, nearly everybody.
  for (const count of new Set(added.map(({ vectors }) => vectors.length))) {
    const people = added.filter(({ vectors }) => vectors.length === count).map(({ person }) => person.number);
    await addFacesOfPeople(tx, people, count);
  }
  return faces.map((face) => face.number);
}
