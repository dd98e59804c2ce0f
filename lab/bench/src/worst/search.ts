import type { Random } from '../common/random.js';

export interface Found<Shape> {
  readonly shape: Shape;
  readonly cost: number;
}

/** Tries shapes at random, then changes the most expensive one bit by bit; gives back the most expensive of all. */
export async function mostExpensive<Shape extends object>(options: {
  readonly random: Random;
  readonly any: (random: Random) => Shape;
  /** May change the shape to a more expensive one. */
  readonly costOf: (shape: Shape) => Promise<Found<Shape>>;
  readonly tries: number;
}): Promise<Found<Shape>> {
  const { random, any, costOf, tries } = options;
  let best: Found<Shape> | null = null;
  for (let n = 0; n < tries; n++) {
    const fresh = any(random);
    // From half of the way on candidates are the most expensive one with some of its values changed.
    const shape: Shape = best !== null && n > tries / 2 ? mixed(best.shape, fresh, random) : fresh;
    const found = await costOf(shape);
    if (best === null || found.cost > best.cost) best = found;
  }
  if (best === null) throw new Error('A search needs at least one try.');
  return best;
}

function mixed<Shape extends object>(best: Shape, fresh: Shape, random: Random): Shape {
  const values = new Map(Object.entries(fresh as Record<string, unknown>));
  const entries = Object.entries(best as Record<string, unknown>).map(([key, value]) => [
    key,
    random.next() < 0.25 ? values.get(key) : value,
  ]);
  return Object.fromEntries(entries) as Shape;
}
