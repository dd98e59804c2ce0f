import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearVector, randomVector, seededRandom } from '../gallery.test.fixture.js';
import { squaredDistance } from '../vector.js';
import { cluster } from './cluster.js';
import { cluster as clusterPlainly } from './index.js';

/** People as clouds around random centres, and whose each vector is. */
function crowd(
  seed: number,
  sizes: readonly number[],
  spread = 0.2,
): { vectors: Float32Array[]; who: number[] } {
  const random = seededRandom(seed);
  const centres = sizes.map(() => randomVector(random));
  const who = sizes.flatMap((size, person) => Array.from({ length: size }, () => person));
  return {
    who,
    vectors: who.map((person) => nearVector(random, centres[person] ?? new Float32Array(128), spread)),
  };
}

/** Average linkage as plainly as it can be written: merge the nearest two of all until none are near enough. */
function clusterNaively(vectors: readonly Float32Array[], threshold: number): number[][] {
  const groups = vectors.map((_, i) => [i]);
  const mean = (a: readonly number[], b: readonly number[]): number => {
    let sum = 0;
    for (const i of a) for (const j of b) sum += squaredDistance(vectors[i] ?? zero, vectors[j] ?? zero);
    return sum / (a.length * b.length);
  };
  for (;;) {
    let best: [number, number] | undefined;
    let least = threshold * threshold;
    groups.forEach((a, i) => {
      groups.slice(i + 1).forEach((b, j) => {
        const distance = mean(a, b);
        if (distance >= least) return;
        least = distance;
        best = [i, i + 1 + j];
      });
    });
    if (best === undefined) return normal(groups);
    const [gone] = groups.splice(best[1], 1);
    groups[best[0]]?.push(...(gone ?? []));
  }
}

const zero = new Float32Array(128);
const normal = (groups: readonly (readonly number[])[]): number[][] =>
  groups
    .map((group) => [...group].sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));

describe('cluster', () => {
  it('tells the people of a crowd apart', () => {
    const { vectors, who } = crowd(1, [40, 30, 12, 5, 2, 1, 1]);
    const groups = cluster(vectors);
    expect(groups.map((group) => group.length)).toEqual([40, 30, 12, 5, 2, 1, 1]);
    for (const group of groups) expect(new Set(group.map((i) => who[i])).size).toBe(1);
    expect(clusterPlainly(vectors)).toEqual(groups);
  });

  it('gives what merging the nearest two of all gives', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
        (seed, sizes) => {
          // Such a spread makes people touch, so that the order of merging matters.
          const { vectors } = crowd(seed, sizes, 0.32);
          for (const threshold of [0.42, 0.5, 0.6]) {
            expect(cluster(vectors, { threshold })).toEqual(clusterNaively(vectors, threshold));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('does not depend on the order of the vectors', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.shuffledSubarray(
          Array.from({ length: 30 }, (_, i) => i),
          { minLength: 30 },
        ),
        (seed, order) => {
          const { vectors } = crowd(seed, [12, 10, 8], 0.33);
          const shuffled = cluster(order.map((i) => vectors[i] ?? zero));
          expect(normal(shuffled.map((group) => group.map((i) => order[i] ?? -1)))).toEqual(cluster(vectors));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('does not chain people together that share a look-alike', () => {
    const random = seededRandom(2);
    const [a, b] = [randomVector(random), randomVector(random)];
    const between = (share: number): Float32Array =>
      a.map((value, i) => value * (1 - share) + (b[i] ?? 0) * share);
    const crowdOf = (centre: Float32Array): Float32Array[] =>
      Array.from({ length: 10 }, () => nearVector(random, centre, 0.1));
    const groups = cluster([...crowdOf(a), ...crowdOf(b), between(0.5)]);
    expect(groups.length).toBeLessThanOrEqual(3);
    expect(groups.find((group) => group.includes(0))).not.toContain(10);
  });

  it('takes copies, nobody, and one', () => {
    const one = randomVector(seededRandom(4));
    expect(cluster([])).toEqual([]);
    expect(cluster([one])).toEqual([[0]]);
    expect(cluster([one, one, one])).toEqual([[0, 1, 2]]);
  });

  it('sorts thousands through the fast scan', () => {
    const { vectors, who } = crowd(
      9,
      Array.from({ length: 1000 }, () => 5),
    );
    const groups = cluster(vectors);
    expect(groups).toHaveLength(1000);
    for (const group of groups) expect(new Set(group.map((i) => who[i])).size).toBe(1);
  });

  it('rejects an invalid threshold', () => {
    for (const threshold of [0, -1, NaN, Infinity])
      expect(() => cluster([], { threshold })).toThrow('threshold');
  });
});

describe('faces of one photo', () => {
  const random = seededRandom(21);
  const ada = randomVector(random);
  const vectors = [0.1, 0.1, 0.1, 0.1].map((apart) => nearVector(random, ada, apart));

  it('are never put together, however near they are', () => {
    expect(cluster(vectors)).toEqual([[0, 1, 2, 3]]);
    const groups = cluster(vectors, { photos: ['one', 'one', 'two', 'two'] });
    expect(groups.map((group) => group.length)).toEqual([2, 2]);
    for (const [a = 0, b = 0] of groups) expect(Math.floor(a / 2)).not.toBe(Math.floor(b / 2));
  });

  it('leave others as they are', () => {
    expect(cluster(vectors, { photos: [1, 2, 3, 4] })).toEqual(cluster(vectors));
  });

  it('need a photo for each vector, and vectors one model', () => {
    expect(() => cluster(vectors, { photos: ['one'] })).toThrow('one photo for each');
    const mixed = vectors.map((vector, i) => ({ vector, model: `model-${i % 2}` }));
    expect(() => cluster(mixed)).toThrow('model-0, model-1');
  });
});
