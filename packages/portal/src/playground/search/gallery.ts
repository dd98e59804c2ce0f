import { VECTOR_MODEL } from '@facet/gallery/search';
import type { Vector } from '../../analysis/face.js';

/** An enrolled person: a name, and the vectors of some photos. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly vectors: readonly StoredVector[];
}

/** A vector in the gallery, with its origin. */
export interface StoredVector {
  readonly vector: Vector;
  /** The model that made the vector; those stored by an early version of this page have none. */
  readonly model?: string;
  /** ISO time. */
  readonly addedAt: string;
  /** A small picture of the face as a data: address, only on request. */
  readonly thumbnail?: string;
}

export const MAX_PEOPLE = 1000;
export const MAX_VECTORS_PER_PERSON = 20;
export const MAX_NAME_LENGTH = 80;

/** The address of the page of a person. */
export const personPath = ({ id }: Pick<Person, 'id'>): string => `/playground/search/${id}`;

/** A name without extra white space; null if it is empty or too long. */
export function cleanName(name: string): string | null {
  const clean = name.trim().replace(/\s+/g, ' ');
  return clean === '' || clean.length > MAX_NAME_LENGTH ? null : clean;
}

export const sameName = (a: string, b: string): boolean =>
  a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0;

export const byName = (a: Person, b: Person): number => a.name.localeCompare(b.name);

/** Adds vectors to the person of that name, or makes that person. Vectors that are there already are left out. */
export function withVectors(
  people: readonly Person[],
  name: string,
  vectors: readonly StoredVector[],
  newId: () => string,
): Person {
  const known = people.find((person) => sameName(person.name, name)) ?? { id: newId(), name, vectors: [] };
  const fresh = vectors.filter(
    (given) => !known.vectors.some(({ vector }) => sameVector(vector, given.vector)),
  );
  return { ...known, vectors: [...known.vectors, ...fresh].slice(-MAX_VECTORS_PER_PERSON) };
}

/** Vectors of an earlier model, which cannot be compared with current ones. */
export const outdatedCount = (people: readonly Person[]): number =>
  people.flatMap(({ vectors }) => vectors).filter(({ model }) => model !== VECTOR_MODEL).length;

const sameVector = (a: Vector, b: Vector): boolean => a.every((value, n) => value === b[n]);

/** The people after an enrolment: vectors are added to the person of the same name, if there is one. */
export const withEnrolled = (
  people: readonly Person[],
  added: readonly { readonly name: string; readonly vectors: readonly StoredVector[] }[],
  newId: () => string,
): readonly Person[] =>
  added.reduce<readonly Person[]>((all, { name, vectors }) => {
    const person = withVectors(all, name, vectors, newId);
    return [...all.filter(({ id }) => id !== person.id), person];
  }, people);

/** Somebody with the faces at these places in the list moved to somebody else, who may be new. */
export function withMovedFaces(
  from: Person,
  to: Person,
  places: ReadonlySet<number>,
): readonly [from: Person, to: Person] {
  const moved = from.vectors.filter((_, n) => places.has(n));
  return [withoutFaces(from, places), withVectors([to], to.name, moved, () => to.id)];
}

export const withoutFaces = (person: Person, places: ReadonlySet<number>): Person => ({
  ...person,
  vectors: person.vectors.filter((_, n) => !places.has(n)),
});
