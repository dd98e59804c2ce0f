import { afterEach, describe, expect, it, vi } from 'vitest';
import { Gallery } from './gallery.js';
import { VECTOR_MODEL } from './search/impostor-distances.js';
import { GalleryError } from './gallery-error.js';
import { randomVector, searchNaively, seededRandom } from './gallery.test.fixture.js';

const vector = (...start: number[]): number[] => [
  ...start,
  ...Array.from({ length: 128 - start.length }, () => 0),
];

const manyPeople = (count: number): { id: string; vector: Float32Array }[] => {
  const random = seededRandom(count);
  return Array.from({ length: count }, (_, i) => ({ id: `p${i}`, vector: randomVector(random) }));
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('Gallery', () => {
  it('finds the nearest people by the best of their vectors', () => {
    const gallery = new Gallery<{ name: string }>({ model: VECTOR_MODEL });
    gallery.enrol('far', vector(0.4, 0.4));
    gallery.enrol('near', vector(0, 0.4), { name: 'Nora' });
    gallery.enrol('near', vector(0.4, 0.1));
    const { hits } = gallery.search(vector(0.4, 0), { k: 5, threshold: 0.5 });
    expect(hits.map(({ id }) => id)).toEqual(['near', 'far']);
    expect(hits[0]?.distance).toBeCloseTo(0.1, 6);
    expect(hits[0]?.meta).toEqual({ name: 'Nora' });
    expect(hits[1]).not.toHaveProperty('meta');
  });

  it('returns nobody at the threshold or beyond', () => {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    gallery.enrol('edge', vector(0.5));
    expect(gallery.search(vector(1), { threshold: 0.5 }).hits).toEqual([]);
    expect(gallery.search(vector(1), { threshold: 0.500001 }).hits).toHaveLength(1);
    expect(gallery.search(vector(100), { threshold: Infinity }).hits).toEqual([
      { id: 'edge', distance: 99.5 },
    ]);
  });

  it('orders people at the same distance by their ids', () => {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    for (const id of ['c', 'a', 'd', 'b']) gallery.enrol(id, vector(0.4));
    expect(gallery.search(vector(0.4), { k: 3 }).hits.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('keeps a copy of vector and meta value', () => {
    const gallery = new Gallery<{ tags: string[] }>({ model: VECTOR_MODEL });
    const own = vector(0.4);
    const meta = { tags: ['a'] };
    gallery.enrol('ada', own, meta);
    own[0] = 9;
    meta.tags.push('b');
    gallery.get('ada')?.meta?.tags.push('c');
    expect(gallery.search(vector(0.4)).hits).toEqual([{ id: 'ada', distance: 0, meta: { tags: ['a'] } }]);
  });

  it('removes a person with all vectors', () => {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    for (const [id, x] of [
      ['a', 0.1],
      ['b', 0.2],
      ['a', 0.3],
      ['c', 0.4],
      ['a', 0.5],
    ] as const) {
      gallery.enrol(id, vector(x));
    }
    expect(gallery.remove('a')).toBe(true);
    expect(gallery.remove('a')).toBe(false);
    expect([...gallery]).toEqual([
      { id: 'b', vectors: 1 },
      { id: 'c', vectors: 1 },
    ]);
    expect(gallery.search(vector(0.29), { k: 9 }).hits.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('rejects what it cannot store, and does not change', () => {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    const circular: unknown[] = [];
    circular.push(circular);
    const bad: [string, () => void][] = [
      [
        'vector-invalid',
        () => {
          gallery.enrol('a', [1, 2, 3]);
        },
      ],
      [
        'vector-invalid',
        () => {
          gallery.enrol('a', vector(NaN));
        },
      ],
      [
        'vector-invalid',
        () => {
          gallery.enrol('a', vector(Infinity));
        },
      ],
      [
        'vector-invalid',
        () => {
          gallery.enrol('a', vector());
        },
      ],
      ['vector-invalid', () => gallery.search(vector(1e6))],
      [
        'id-invalid',
        () => {
          gallery.enrol('', vector(1));
        },
      ],
      [
        'id-invalid',
        () => {
          gallery.enrol('ä'.repeat(257), vector(1));
        },
      ],
      [
        'id-invalid',
        () => {
          gallery.enrol('\ud800', vector(1));
        },
      ],
      [
        'meta-invalid',
        () => {
          gallery.enrol('a', vector(1), circular);
        },
      ],
      [
        'meta-invalid',
        () => {
          gallery.enrol('a', vector(1), 'x'.repeat(70_000));
        },
      ],
      [
        'meta-invalid',
        () => {
          gallery.enrol('a', vector(1), () => 1);
        },
      ],
      ['option-invalid', () => gallery.search(vector(1), { k: 0 })],
      ['option-invalid', () => gallery.search(vector(1), { k: 1.5 })],
      ['option-invalid', () => gallery.search(vector(1), { threshold: NaN })],
      ['option-invalid', () => gallery.search(vector(1), { falsePositiveRate: 0 })],
      ['option-invalid', () => gallery.search(vector(1), { falsePositiveRate: 1 })],
      ['option-invalid', () => gallery.search(vector(1), { falsePositiveRate: 0.1, threshold: 0.4 })],
    ];
    for (const [code, act] of bad) expect(act).toThrow(expect.objectContaining({ code }) as Error);
    expect([gallery.size, gallery.vectorCount]).toEqual([0, 0]);
  });

  it('searches the same where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    const list = manyPeople(3000);
    const plain = new Gallery({ model: VECTOR_MODEL });
    for (const { id, vector: numbers } of list) plain.enrol(id, numbers);
    vi.unstubAllGlobals();
    const fast = new Gallery({ model: VECTOR_MODEL });
    for (const { id, vector: numbers } of list) fast.enrol(id, numbers);
    for (const query of manyPeople(5)) {
      const how = { k: 5, threshold: Infinity };
      expect(plain.search(query.vector, how)).toEqual(fast.search(query.vector, how));
      expect(plain.search(query.vector, how).hits).toEqual(searchNaively(list, query.vector, how));
    }
  });
});

describe('searchAsync', () => {
  const list = manyPeople(70_000);
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (const { id, vector: numbers } of list) gallery.enrol(id, numbers);
  const last = list.at(-1)?.vector ?? [];

  it('lets other work run in between', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    const search = gallery.searchAsync(last).then(({ hits }) => {
      order.push('search');
      expect(hits).toEqual([{ id: 'p69999', distance: 0 }]);
    });
    await search;
    expect(order).toEqual(['other', 'search']);
  });

  it('begins again when somebody is removed meanwhile', async () => {
    const search = gallery.searchAsync(last, { k: 3, threshold: Infinity });
    gallery.remove('p69999');
    gallery.remove('p0');
    const { hits } = await search;
    const left = list.filter(({ id }) => id !== 'p69999' && id !== 'p0');
    expect(hits).toEqual(searchNaively(left, Float32Array.from(last), { k: 3, threshold: Infinity }));
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const search = gallery.searchAsync(last, { signal: controller.signal });
    controller.abort();
    await expect(search).rejects.toThrow(new GalleryError('aborted'));
  });
});
