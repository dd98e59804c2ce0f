import { expect, it } from 'vitest';
import { NearestFound, type Found } from './nearest-found.js';

const PEOPLE = 30;

/** Faces of everybody, the nearest people first; those of a person are so far apart. */
function searched(facesEach: number, apart: number, k = 100): Found[] {
  const nearest = new NearestFound<Found>(k, 2, new Set());
  for (let person = 1; person <= PEOPLE; person++)
    for (let n = 0; n < facesEach; n++) {
      const least = person / 50 + n * apart;
      nearest.offer({ person, least, most: least + 0.001 });
    }
  return nearest.nearest();
}

it('has one face of each person where the others are surely further away', () => {
  expect(searched(500, 0.002).map(({ person }) => person)).toEqual(
    Array.from({ length: PEOPLE }, (_, n) => n + 1),
  );
});

it('has everybody, however many copies of a face others have', () => {
  const found = searched(500, 0);
  expect(new Set(found.map(({ person }) => person)).size).toBe(PEOPLE);
  expect(found.length).toBeLessThanOrEqual(8192);
});

it('has the nearest of more people than are wanted', () => {
  const people = searched(500, 0, 3).map(({ person }) => person);
  expect(new Set(people)).toEqual(new Set([1, 2, 3]));
});
