import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyVector, nearVector, randomVector, seededRandom } from '../gallery.test.fixture.js';
import { PlainStore } from '../store/plain-store.js';
import type { VectorStore } from '../store/vector-store.js';
import { CompactStore } from './compact-store.js';
import { VectorEncoder } from './encode-vector.js';

function compactStore(): CompactStore {
  const store = CompactStore.create();
  if (store === undefined) throw new Error('This Node has no WebAssembly SIMD; the tests need it.');
  return store;
}

/** Puts the same vectors into both stores, in place of those that were there. */
function fill(stores: readonly VectorStore[], vectors: readonly Float32Array[]): void {
  for (const store of stores) {
    while (store.length > 0) store.replaceByLast(0);
    for (const vector of vectors) store.push(vector);
  }
}

/** Everything offered within a bound that falls to what was offered last, as in a search for the nearest. */
function offered(
  store: VectorStore,
  query: Float32Array,
  from: number,
  bound: number,
  falls: boolean,
): string[] {
  const found: string[] = [];
  store.scan(query, from, store.length, bound, (index, squared) => {
    found.push(`${index} ${squared}`);
    return falls ? squared : bound;
  });
  return found;
}

const bitsOf = (vector: Float32Array): Uint32Array => new Uint32Array(vector.slice().buffer);

describe('CompactStore', () => {
  const compact = compactStore();
  const plain = new PlainStore();

  it('keeps every bit of every vector', () => {
    fc.assert(
      fc.property(fc.array(anyVector, { minLength: 1, maxLength: 12 }), fc.nat(), (vectors, pick) => {
        fill([compact, plain], vectors);
        for (const store of [compact, plain]) store.replaceByLast(pick % vectors.length);
        const [own, expected] = [new Float32Array(128), new Float32Array(128)];
        for (let index = 0; index < plain.length; index++) {
          compact.read(index, own);
          plain.read(index, expected);
          expect(bitsOf(own)).toEqual(bitsOf(expected));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('offers what the plain store offers, in any part and within any bound', () => {
    const bounds = fc.oneof(
      fc.constantFrom(0.25, 1e-12, Infinity),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(anyVector, { minLength: 1, maxLength: 30 }),
        anyVector,
        bounds,
        fc.nat({ max: 9 }),
        fc.boolean(),
        (vectors, query, bound, from, falls) => {
          fill([compact, plain], vectors);
          expect(offered(compact, query, from, bound, falls)).toEqual(
            offered(plain, query, from, bound, falls),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('offers vectors that lie exactly on the bound', () => {
    fc.assert(
      fc.property(fc.array(anyVector, { minLength: 1, maxLength: 30 }), anyVector, (vectors, query) => {
        fill([compact, plain], vectors);
        const all = offered(plain, query, 0, Infinity, false);
        for (const [index, entry] of all.entries()) {
          const squared = Number(entry.split(' ')[1]);
          expect(offered(compact, query, index, squared, false)).toContain(entry);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('offers vectors on the bound to the query that its codes mislead most', () => {
    const encoder = new VectorEncoder();
    fc.assert(
      fc.property(anyVector, fc.double({ min: 0.01, max: 3, noNaN: true }), (vector, length) => {
        const { codes, scale } = encoder.encode(vector);
        const errors = vector.map((value, i) => value - (codes[i] ?? 0) * scale);
        const size = Math.hypot(...errors);
        fc.pre(size > 1e-9);
        const query = errors.map((error) => (error * length) / size);
        fill([compact, plain], [vector]);
        const [entry] = offered(plain, query, 0, Infinity, false);
        expect(offered(compact, query, 0, Number(entry?.split(' ')[1]), false)).toEqual([entry]);
      }),
      { numRuns: 300 },
    );
  });

  it('compares exactly only what may be near', () => {
    const random = seededRandom(3);
    const store = compactStore();
    const centre = randomVector(random);
    for (let i = 0; i < 10_000; i++) store.push(randomVector(random));
    for (let i = 0; i < 5; i++) store.push(nearVector(random, centre, 0.2));
    expect(store.candidatesOf(centre, 0.25)).toBeLessThan(20);
    expect(store.candidatesOf(centre, 0.25)).toBeGreaterThanOrEqual(5);
  });
});
