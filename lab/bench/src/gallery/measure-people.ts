import { Gallery, VECTOR_MODEL } from '@facet/gallery';
import type { NamedFace } from '../recognition/lfw-faces.js';
import { seededRandom } from './synthetic-vectors.js';

export interface PeopleFigure {
  /** How many people are enrolled, and with how many photos each. */
  readonly people: number;
  readonly photos: number;
  /** With which the search was limited: a false positive rate, or a fixed threshold. */
  readonly searchedWith: string;
  readonly threshold: number;
  /** How often somebody who is not enrolled was taken for somebody who is. */
  readonly falsePositiveRate: number;
  readonly notEnrolled: number;
  /** The share of other photos of enrolled people for which the search named that person first. */
  readonly found: number;
  readonly probes: number;
}

export interface Gathering {
  readonly people: number;
  readonly photos: number;
  /** How often people and photos are drawn at random. */
  readonly rounds: number;
}

export const GALLERY_SIZES: readonly Gathering[] = [
  { people: 50, photos: 1, rounds: 40 },
  { people: 50, photos: 3, rounds: 40 },
  { people: 200, photos: 1, rounds: 20 },
  { people: 1000, photos: 1, rounds: 5 },
];

type How = { readonly falsePositiveRate: number } | { readonly threshold: number };
const WAYS: readonly (readonly [string, How])[] = [
  ['false positive rate 0.01', { falsePositiveRate: 0.01 }],
  ['false positive rate 0.0025', { falsePositiveRate: 0.0025 }],
  ['a fixed 0.5', { threshold: 0.5 }],
];

/**
 * Searches a gallery of people drawn at random for people who are not in it, and for other photos of those who
 * are. Where there are too few people for the gallery, `fillers` are enrolled too, and each person in turn is
 * searched for while they are left out.
 */
export function measurePeople(
  faces: readonly NamedFace[],
  fillers: readonly Float32Array[],
  gathering: Gathering,
): PeopleFigure[] {
  const byPerson = facesByPerson(faces);
  const random = seededRandom(gathering.people + gathering.photos);
  const tallies = WAYS.map(() => ({ threshold: 0, accepted: 0, notEnrolled: 0, found: 0, probes: 0 }));
  for (let round = 0; round < gathering.rounds; round++) {
    const { gallery, notEnrolled, probes } = gather(byPerson, fillers, gathering, random);
    for (const [n, [, how]] of WAYS.entries()) {
      const tally = tallies[n];
      if (tally === undefined) continue;
      for (const { person, vector } of notEnrolled) {
        const { hits, threshold } = withoutPerson(gallery, person, () => gallery.search(vector, how));
        tally.threshold = threshold;
        tally.notEnrolled++;
        if (hits.length > 0) tally.accepted++;
      }
      for (const { person, vector } of probes) {
        tally.probes++;
        if (gallery.search(vector, how).hits[0]?.id === person) tally.found++;
      }
    }
  }
  return WAYS.flatMap(([searchedWith], n) => {
    const tally = tallies[n];
    if (tally === undefined) return [];
    const { threshold, accepted, notEnrolled, found, probes } = tally;
    const { people, photos } = gathering;
    const rates = { falsePositiveRate: accepted / notEnrolled, found: found / probes };
    return [{ people, photos, searchedWith, threshold, notEnrolled, probes, ...rates }];
  });
}

export function facesByPerson(faces: readonly NamedFace[]): Map<string, NamedFace[]> {
  const byPerson = new Map<string, NamedFace[]>();
  for (const face of faces) byPerson.set(face.person, [...(byPerson.get(face.person) ?? []), face]);
  return byPerson;
}

interface Gathered {
  readonly gallery: Gallery;
  readonly notEnrolled: readonly NamedFace[];
  readonly probes: readonly NamedFace[];
}

export function gather(
  byPerson: ReadonlyMap<string, readonly NamedFace[]>,
  fillers: readonly Float32Array[],
  { people, photos }: Gathering,
  random: () => number,
): Gathered {
  // With one photo each anybody will do; with several, one more is needed to search for.
  const suitable = [...byPerson].filter(([, own]) => photos === 1 || own.length > photos);
  const enrolled = new Map(shuffled(suitable, random).slice(0, people));
  const gallery = new Gallery({ model: VECTOR_MODEL });
  const probes: NamedFace[] = [];
  for (const [person, own] of enrolled) {
    const drawn = shuffled(own, random);
    for (const { vector } of drawn.slice(0, photos)) gallery.enrol(person, vector);
    probes.push(...drawn.slice(photos));
  }
  const isShort = enrolled.size < people;
  // One more than the size, because one person at a time is left out.
  for (const [i, vector] of (isShort ? fillers : []).slice(0, people + 1 - enrolled.size).entries()) {
    gallery.enrol(`filler-${i}`, vector);
  }
  const notEnrolled = [...byPerson].filter(([person]) => isShort || !enrolled.has(person));
  return {
    gallery,
    probes,
    notEnrolled: notEnrolled.flatMap(([, own]) => shuffled(own, random).slice(0, 1)),
  };
}

/** Searches while a person is not enrolled. */
function withoutPerson<Result>(gallery: Gallery, person: string, search: () => Result): Result {
  const vectors = gallery.vectors(person);
  gallery.remove(person);
  const result = search();
  for (const vector of vectors) gallery.enrol(person, vector);
  return result;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
