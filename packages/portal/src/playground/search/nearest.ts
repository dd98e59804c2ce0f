import {
  VECTOR_MODEL,
  distanceBetween,
  eachPersonOnce,
  searchThreshold,
  type SearchThreshold,
} from '@facet/gallery/search';
import type { Face, Vector } from '../../analysis/face.js';
import type { Person } from './gallery.js';

/** A vector and the model that made it. */
export interface FaceVector {
  readonly vector: Vector;
  readonly model: string;
}

export interface Candidate {
  readonly person: Person;
  /** To the nearest of the person's vectors. */
  readonly distance: number;
  readonly same: boolean;
}

export interface FaceSearch extends SearchThreshold {
  /** The nearest first. */
  readonly candidates: readonly Candidate[];
}

/**
 * Who the faces of one photo are; null stays null for a face that has no vector yet. The faces are different people,
 * so each person is found at most once.
 */
export function searchFaces(
  faces: readonly (FaceVector | null)[],
  people: readonly Person[],
): (FaceSearch | null)[] {
  const searched = faces.map((face) => (face === null ? null : rankPeople(face, people)));
  const found = eachPersonOnce(searched.map((search) => search?.near.filter(isNear(search.threshold)) ?? []));
  return searched.map((search, n) => {
    if (search === null) return null;
    const { near, ...rule } = search;
    const own = new Set(found[n]?.map(({ id }) => id));
    const candidates = near.map(({ person, distance }) => ({ person, distance, same: own.has(person.id) }));
    return { ...rule, candidates };
  });
}

/** The names of the faces of one photo that are found, by the numbers of the faces. */
export function namesOf(
  faces: readonly Face[],
  model: string | undefined,
  people: readonly Person[],
): ReadonlyMap<number, string> {
  if (model !== VECTOR_MODEL) return new Map();
  const searches = searchFaces(
    faces.map(({ vector }) => (vector === null ? null : { vector, model })),
    people,
  );
  return new Map(
    faces.flatMap(({ id }, n) => {
      const found = searches[n]?.candidates.find(({ same }) => same);
      return found === undefined ? [] : [[id, found.person.name] as const];
    }),
  );
}

interface NearPerson {
  readonly id: string;
  readonly person: Person;
  readonly distance: number;
}

const isNear =
  (threshold: number) =>
  ({ distance }: NearPerson): boolean =>
    distance < threshold;

function rankPeople(
  { vector, model }: FaceVector,
  people: readonly Person[],
): SearchThreshold & { readonly near: readonly NearPerson[] } {
  let compared = 0;
  const near = people.flatMap((person) => {
    const vectors = person.vectors.filter((stored) => stored.model === model);
    if (vectors.length === 0) return [];
    compared += vectors.length;
    const distance = Math.min(...vectors.map((stored) => distanceBetween(vector, stored.vector)));
    return [{ id: person.id, person, distance }];
  });
  return {
    ...searchThreshold({ vectors: compared, model }),
    near: near.sort((a, b) => a.distance - b.distance),
  };
}
