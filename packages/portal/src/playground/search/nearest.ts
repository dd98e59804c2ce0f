import type { Vector } from '../api/answer-shapes.js';
import { SAME_PERSON_BELOW } from '../match/gauge.js';
import type { Person } from './gallery.js';

export interface Candidate {
  readonly person: Person;
  /** To the nearest of the person's templates. */
  readonly distance: number;
  readonly same: boolean;
}

export function euclideanDistance(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [n, value] of a.entries()) {
    const difference = value - (b[n] ?? Number.NaN);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

/** Everyone in the gallery by distance, nearest first. */
export function rankPeople(face: Vector, people: readonly Person[]): Candidate[] {
  return people
    .filter(({ templates }) => templates.length > 0)
    .map((person) => {
      const distance = Math.min(...person.templates.map(({ vector }) => euclideanDistance(face, vector)));
      return { person, distance, same: distance < SAME_PERSON_BELOW };
    })
    .sort((a, b) => a.distance - b.distance);
}
