import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Gallery } from '../gallery.js';
import { nearVector, randomVector, seededRandom } from '../gallery.test.fixture.js';
import { VECTOR_MODEL } from './impostor-distances.js';
import { eachPersonOnce, type Near } from './one-photo.js';

it('gives a person to the nearest face, and the other face its next best', () => {
  const lists = [
    [near('ada', 0.3), near('ben', 0.4)],
    [near('ada', 0.2)],
    [near('ben', 0.45), near('cy', 0.46)],
  ];
  expect(eachPersonOnce(lists).map((list) => list.map(({ id }) => id))).toEqual([['ben'], ['ada'], ['cy']]);
});

it('names nobody twice, and takes only people away', () => {
  const list = fc
    .uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        distance: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      {
        selector: ({ id }) => id,
      },
    )
    .map((people) => people.sort((a, b) => a.distance - b.distance));
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), (faces) => {
      const once = eachPersonOnce(faces);
      const named = once.flatMap(([first]) => (first === undefined ? [] : [first.id]));
      expect(new Set(named).size).toBe(named.length);
      once.forEach((kept, face) => {
        expect(faces[face]?.filter((person) => kept.includes(person))).toEqual(kept);
      });
    }),
  );
});

it('finds two people on one photo where both faces resemble the same one', () => {
  const random = seededRandom(9);
  const ada = randomVector(random);
  const ben = nearVector(random, ada, 0.3);
  const gallery = new Gallery({ model: VECTOR_MODEL });
  gallery.enrol('ada', ada);
  gallery.enrol('ben', ben);
  const between = ada.map((value, i) => value * 0.6 + (ben[i] ?? 0) * 0.4);
  expect(gallery.search(between).hits[0]?.id).toBe('ada');
  const results = gallery.searchPhoto([between, ada]);
  expect(results.map(({ hits }) => hits.map(({ id }) => id))).toEqual([['ben'], ['ada']]);
  expect(results[0]?.threshold).toBe(gallery.search(ada).threshold);
  expect(gallery.searchPhoto([])).toEqual([]);
});

const near = (id: string, distance: number): Near => ({ id, distance });
