import { describe, expect, it } from 'vitest';
import { squareReducer } from './reduce.js';

const FROM = 96;
const TO = 32;
const reduce = squareReducer(FROM, TO);
const plane = (value: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: FROM * FROM }, (_, i) => value(i % FROM, Math.floor(i / FROM)));

describe('squareReducer', () => {
  it('keeps an even plane even, up to the edges', () => {
    for (const value of reduce(plane(() => 200))) expect(value).toBeCloseTo(200, 3);
  });

  it('keeps a slope where it is, for rows and columns', () => {
    const across = reduce(plane((x) => x));
    const down = reduce(plane((_, y) => y));
    for (let i = 4; i < TO - 4; i++) {
      // The middle of pixel i of the reduced plane lies at 3i + 1.5, where the slope is 3i + 1.
      expect(across[10 * TO + i]).toBeCloseTo(3 * i + 1, 2);
      expect(down[i * TO + 10]).toBeCloseTo(3 * i + 1, 2);
    }
  });

  it('averages a pattern that is too fine to show, instead of picking some of its pixels', () => {
    const reduced = reduce(plane((x, y) => ((x + y) % 2 === 0 ? 0 : 255)));
    for (let y = 4; y < TO - 4; y++) {
      for (let x = 4; x < TO - 4; x++) expect(Math.abs((reduced[y * TO + x] ?? NaN) - 127.5)).toBeLessThan(2);
    }
  });
});
