import { describe, expect, it } from 'vitest';
import { VECTOR_MODEL } from '@facet/gallery/search';
import { cleanName, outdatedCount, withVectors, type Person, type StoredVector } from './gallery.js';
import { NotAGallery, readGalleryFile, writeGalleryFile } from './gallery-file.js';
import { searchFaces, type FaceSearch, type FaceVector } from './nearest.js';

const vector = (first: number): number[] => [first, ...Array<number>(127).fill(0)];
const stored = (first: number): StoredVector => ({
  vector: vector(first),
  model: VECTOR_MODEL,
  addedAt: '2026-01-02T03:04:05.000Z',
});
const person = (name: string, ...firsts: number[]): Person => ({
  id: name,
  name,
  vectors: firsts.map(stored),
});

const face = (first: number): FaceVector => ({ vector: vector(first), model: VECTOR_MODEL });
const seen = (search: FaceSearch | null | undefined): string[] =>
  search?.candidates.filter(({ same }) => same).map((candidate) => candidate.person.name) ?? [];

describe('searchFaces', () => {
  it('puts the nearest first, by the nearest vector of each', () => {
    const people = [person('far', 2), person('near', 3, 0.3), person('none'), person('middle', 0.6)];
    const [search] = searchFaces([face(0)], people);
    expect(search?.candidates.map((candidate) => candidate.person.name)).toEqual(['near', 'middle', 'far']);
    expect(search?.candidates.map(({ same }) => same)).toEqual([true, false, false]);
    expect(search?.candidates[0]?.distance).toBeCloseTo(0.3);
    expect(search?.threshold).toBe(0.5);
  });

  it('takes exactly 0.5 as another person', () => {
    expect(seen(searchFaces([face(0)], [person('edge', 0.5)])[0])).toEqual([]);
  });

  it('requires a smaller distance the more people are enrolled', () => {
    const many = Array.from({ length: 900 }, (_, n) => person(`p${n}`, 2 + n));
    const [search] = searchFaces([face(0)], [...many, person('edge', 0.49)]);
    expect(search?.threshold).toBeLessThan(0.49);
    expect(search?.falsePositiveRate).toBeCloseTo(0.01, 4);
    expect(seen(search)).toEqual([]);
  });

  it('finds a person once on a photo, on the nearest face', () => {
    const [first, second, waiting] = searchFaces([face(0.2), face(0.1), null], [person('Ada', 0)]);
    expect([seen(first), seen(second), waiting]).toEqual([[], ['Ada'], null]);
  });

  it('does not compare vectors of another model', () => {
    const old = { id: 'old', name: 'old', vectors: [{ vector: vector(0), addedAt: '' }] };
    expect(searchFaces([face(0)], [old])[0]?.candidates).toEqual([]);
    expect(outdatedCount([old, person('new', 1)])).toBe(1);
  });
});

describe('withVectors', () => {
  it('adds to the person of that name, each vector once', () => {
    const merged = withVectors([person('Ada', 1)], 'ada', [stored(1), stored(2)], () => 'new');
    expect(merged.id).toBe('Ada');
    expect(merged.vectors.map(({ vector: [first] }) => first)).toEqual([1, 2]);
  });

  it('makes a new person, and keeps no more than the newest vectors', () => {
    const many = Array.from({ length: 25 }, (_, n) => stored(n));
    const made = withVectors([person('Ada', 1)], 'Bob', many, () => 'new');
    expect(made).toMatchObject({ id: 'new', name: 'Bob' });
    expect(made.vectors).toHaveLength(20);
    expect(made.vectors.at(-1)?.vector[0]).toBe(24);
  });
});

it('cleans names', () => {
  expect(cleanName('  Ada \n Lovelace ')).toBe('Ada Lovelace');
  expect(cleanName('  ')).toBeNull();
  expect(cleanName('x'.repeat(81))).toBeNull();
});

describe('the file of a gallery', () => {
  const people = [person('Ada', 1, 0.123456789), person('Bob')];
  const now = new Date('2026-02-03T00:00:00Z');

  it('reads back what was written, number by number', () => {
    const thumbnail = 'data:image/jpeg;base64,/9j/AA==';
    const withPicture = [{ ...person('Cy'), vectors: [{ ...stored(4), thumbnail }] }];
    const read = readGalleryFile(writeGalleryFile([...people, ...withPicture], now));
    expect(read).toEqual([...people, ...withPicture].map(({ name, vectors }) => ({ name, vectors })));
  });

  const changed = (
    change: (file: { people: Record<string, unknown>[] } & Record<string, unknown>) => void,
  ): string => {
    const file = JSON.parse(writeGalleryFile(people, now)) as { people: Record<string, unknown>[] };
    change(file);
    return JSON.stringify(file);
  };

  it.each([
    ['is no JSON', '{'],
    ['is something else', '{"people":[]}'],
    ['is of another version', changed((file) => (file['version'] = 4))],
    ['is of the version before models', changed((file) => (file['version'] = 1))],
    [
      'holds a vector of another model',
      changed((file) => {
        file.people[0] = { name: 'A', vectors: [{ vector: vector(1), model: 'another' }] };
      }),
    ],
    ['has no people', changed((file) => (file.people = null as never))],
    ['has a nameless person', changed((file) => (file.people[0] = { name: ' ', vectors: [] }))],
    ['has a short vector', changed((file) => (file.people[0] = { name: 'A', vectors: [{ vector: [1] }] }))],
    ['has too many people', changed((file) => (file.people = Array(1001).fill(file.people[0]) as never))],
  ])('is rejected with a message when it %s', (_, text) => {
    expect(() => readGalleryFile(text)).toThrow(NotAGallery);
  });

  it('does not import a picture that is not one', () => {
    const text = changed((file) => {
      file.people[0] = {
        name: 'A',
        vectors: [{ vector: vector(1), model: VECTOR_MODEL, thumbnail: 'https://example.org/x.png' }],
      };
    });
    expect(readGalleryFile(text)[0]?.vectors[0]).not.toHaveProperty('thumbnail');
  });
});
