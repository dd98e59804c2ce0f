import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Gallery } from './gallery.js';
import { VECTOR_MODEL } from './search/impostor-distances.js';
import { GalleryError } from './gallery-error.js';
import {
  anyVector,
  nearVector,
  randomVector,
  searchNaively,
  seededRandom,
  type Enrolment,
} from './gallery.test.fixture.js';

const enrolments = fc.array(
  fc.record({ id: fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'ä', '😀', 'z'), vector: anyVector }),
  { minLength: 1, maxLength: 40 },
);
const anyId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((id) => Buffer.byteLength(id) <= 512 && !/[\p{Surrogate}\0]/u.test(id));

const options = fc.record({
  k: fc.integer({ min: 1, max: 10 }),
  threshold: fc.constantFrom(0.1, 0.5, 0.6, 5, 500, Infinity),
});

function galleryOf(list: readonly Enrolment[]): Gallery {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (const { id, vector } of list) gallery.enrol(id, vector);
  return gallery;
}

describe('any gallery', () => {
  it('finds what the naive search finds, at the same distances', () => {
    fc.assert(
      fc.property(enrolments, anyVector, options, (list, query, how) => {
        expect(galleryOf(list).search(query, how).hits).toEqual(searchNaively(list, query, how));
      }),
      { numRuns: 300 },
    );
  });

  it('finds an enrolled vector at distance 0', () => {
    fc.assert(
      fc.property(enrolments, fc.nat(), (list, pick) => {
        const chosen = list[pick % list.length];
        if (chosen === undefined) throw new Error('the list is never empty');
        expect(galleryOf(list).search(chosen.vector).hits[0]?.distance).toBe(0);
      }),
    );
  });

  it('finds in many slices and groups what the naive search finds', async () => {
    const random = seededRandom(7);
    const centres = Array.from({ length: 300 }, () => randomVector(random));
    const list = Array.from({ length: 12_000 }, (_, i) => ({
      id: `person ${i % 7000}`,
      vector: nearVector(random, centres[i % centres.length] ?? new Float32Array(128), 0.3),
    }));
    const gallery = galleryOf(list);
    for (let i = 0; i < 5; i++) {
      const query = nearVector(random, centres[i] ?? new Float32Array(128), 0.3);
      for (const how of [
        { k: 1, threshold: 0.5 },
        { k: 10, threshold: 0.5 },
        { k: 10, threshold: Infinity },
      ]) {
        const expected = searchNaively(list, query, how);
        expect(gallery.search(query, how).hits).toEqual(expected);
        expect(await gallery.searchAsync(query, how)).toEqual(gallery.search(query, how));
      }
    }
  });

  it('forgets who was removed, and only them', () => {
    fc.assert(
      fc.property(
        enrolments,
        fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'nobody')),
        anyVector,
        (list, gone, query) => {
          const gallery = galleryOf(list);
          for (const id of gone) expect(gallery.remove(id)).toBe(list.some((entry) => entry.id === id));
          const left = list.filter(({ id }) => !gone.includes(id));
          const how = { k: 10, threshold: Infinity };
          expect(gallery.search(query, how).hits).toEqual(searchNaively(left, query, how));
          expect(gallery.vectorCount).toBe(left.length);
          for (const { id } of list) {
            expect(gallery.vectors(id)).toEqual(
              left.filter((entry) => entry.id === id).map(({ vector }) => vector),
            );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('comes back from its bytes, whatever it held', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ id: anyId, vector: anyVector, meta: fc.option(fc.jsonValue(), { nil: undefined }) }),
        ),
        fc.integer({ min: 1, max: 5000 }),
        async (list, pieceLength) => {
          const gallery = new Gallery({ model: VECTOR_MODEL });
          for (const { id, vector, meta } of list) gallery.enrol(id, vector, meta);
          const bytes = gallery.save();
          const copy = Gallery.load(bytes);
          expect([...copy]).toEqual([...gallery]);
          for (const { id } of gallery) expect(copy.vectors(id)).toEqual(gallery.vectors(id));
          expect(Buffer.compare(copy.save(), bytes)).toBe(0);
          const third = await Gallery.loadFrom(piecesOf(bytes, pieceLength));
          expect(Buffer.compare(third.save(), bytes)).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('notices any changed byte, any missing end and anything added', () => {
    const saved = fc
      .array(fc.record({ id: anyId, vector: anyVector }), { maxLength: 8 })
      .map((list) => galleryOf(list).save());
    fc.assert(
      fc.property(saved, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, where, change) => {
        const flipped = bytes.slice();
        const at = where % bytes.length;
        flipped[at] = (flipped[at] ?? 0) ^ change;
        expect(() => Gallery.load(flipped)).toThrow(GalleryError);
        expect(() => Gallery.load(bytes.subarray(0, at))).toThrow(GalleryError);
        expect(() => Gallery.load(Uint8Array.from([...bytes, change]))).toThrow(GalleryError);
      }),
      { numRuns: 300 },
    );
  });
});

function* piecesOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
