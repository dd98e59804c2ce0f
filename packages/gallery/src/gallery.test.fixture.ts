import fc from 'fast-check';
import { DIMENSIONS, squaredDistance } from './vector.js';

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A vector in a random direction, as long as those of Facet. */
export function randomVector(random: () => number, length = 0.443): Float32Array {
  const raw = Float32Array.from({ length: DIMENSIONS }, () => gauss(random));
  const factor = length / Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  return raw.map((value) => value * factor);
}

/** A vector at about this distance from another. */
export function nearVector(random: () => number, centre: Float32Array, distance: number): Float32Array {
  const offset = randomVector(random, distance);
  return centre.map((value, i) => value + (offset[i] ?? 0));
}

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const isUsable = (vector: Float32Array): boolean => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 1e-5 && length < 900;
};

/** Vectors of every shape that can be enrolled: like faces, sparse, with tiny and large numbers side by side. */
export const anyVector: fc.Arbitrary<Float32Array> = fc
  .oneof(
    fc.integer().map((seed) => randomVector(seededRandom(seed))),
    fc.integer().map((seed) => nearVector(seededRandom(seed), randomVector(seededRandom(1)), 0.2)),
    fc.float32Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS, min: -1, max: 1, noNaN: true }),
    fc.float32Array({ minLength: DIMENSIONS, maxLength: DIMENSIONS, min: -60, max: 60, noNaN: true }),
    fc
      .array(fc.constantFrom(0, -0, 0.25, -0.25, 1e-40, 2 ** -130, 0.0009765625), {
        minLength: DIMENSIONS,
        maxLength: DIMENSIONS,
      })
      .map((values) => Float32Array.from(values)),
  )
  .filter(isUsable);

export interface Enrolment {
  readonly id: string;
  readonly vector: Float32Array;
}

/** The search as plainly as it can be written. */
export function searchNaively(
  enrolments: readonly Enrolment[],
  query: Float32Array,
  { k, threshold }: { readonly k: number; readonly threshold: number },
): { id: string; distance: number }[] {
  const best = new Map<string, number>();
  for (const { id, vector } of enrolments) {
    best.set(id, Math.min(best.get(id) ?? Infinity, Math.sqrt(squaredDistance(query, vector))));
  }
  return [...best]
    .map(([id, distance]) => ({ id, distance }))
    .filter(({ distance }) => distance < threshold)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, k);
}
