import { describe, expect, it } from 'vitest';
import { Gallery } from './gallery.js';

const vector = (...start: number[]): number[] => [
  ...start,
  ...Array.from({ length: 128 - start.length }, () => 0),
];

describe('Gallery', () => {
  it('finds the nearest people by the best of their templates', () => {
    const gallery = new Gallery<{ name: string }>();
    gallery.enrol('far', vector(0.4, 0.4));
    gallery.enrol('near', vector(0, 0.4), { name: 'Nora' });
    gallery.enrol('near', vector(0.4, 0.1));
    const hits = gallery.search(vector(0.4, 0), { k: 5 });
    expect(hits.map(({ id }) => id)).toEqual(['near', 'far']);
    expect(hits[0]?.distance).toBeCloseTo(0.1, 6);
    expect(hits[0]?.meta).toEqual({ name: 'Nora' });
    expect(hits[1]).not.toHaveProperty('meta');
  });

  it('returns nobody at the threshold or beyond', () => {
    const gallery = new Gallery();
    gallery.enrol('edge', vector(0.5));
    expect(gallery.search(vector(1), { threshold: 0.5 })).toEqual([]);
    expect(gallery.search(vector(1), { threshold: 0.500001 })).toHaveLength(1);
    expect(gallery.search(vector(100), { threshold: Infinity })).toEqual([{ id: 'edge', distance: 99.5 }]);
  });

  it('removes a person with all templates', () => {
    const gallery = new Gallery();
    for (const [id, x] of [
      ['a', 0.1],
      ['b', 0.2],
      ['a', 0.3],
      ['c', 0.4],
      ['a', 0.5],
    ] as const)
      gallery.enrol(id, vector(x));
    expect(gallery.remove('a')).toBe(true);
    expect(gallery.remove('a')).toBe(false);
    expect([...gallery]).toEqual([
      { id: 'b', templates: 1 },
      { id: 'c', templates: 1 },
    ]);
    expect(gallery.search(vector(0.29), { k: 9 }).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('comes back from its bytes as it was', () => {
    const gallery = new Gallery();
    gallery.enrol('ä', vector(0.1, 0.2), ['x']);
    gallery.enrol('b', vector(0.3));
    gallery.enrol('ä', vector(0.4));
    const copy = Gallery.load(gallery.save());
    expect([...copy]).toEqual([...gallery]);
    expect(copy.templates('ä')).toEqual(gallery.templates('ä'));
  });
});
