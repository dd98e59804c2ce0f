import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround } from './box.js';
import { prominence } from './prominence.js';

const IMAGE = { width: 400, height: 200 };

describe('prominence', () => {
  it('is the plain area in the middle of the image', () => {
    expect(prominence(boxAround({ x: 200, y: 100 }, 30, 40), IMAGE)).toBeCloseTo(1200, 9);
  });

  it('falls as exp(-8 d²), with each axis measured in sides of the image', () => {
    const right = boxAround({ x: 300, y: 100 }, 10, 10);
    const below = boxAround({ x: 200, y: 150 }, 10, 10);
    expect(prominence(right, IMAGE)).toBeCloseTo(100 * Math.exp(-8 * 0.25 ** 2), 9);
    expect(prominence(below, IMAGE)).toBeCloseTo(100 * Math.exp(-8 * 0.25 ** 2), 9);
  });

  it('puts a central face before one twice as large in the corner', () => {
    const central = prominence(boxAround({ x: 200, y: 100 }, 20, 20), IMAGE);
    const corner = prominence(boxAround({ x: 360, y: 180 }, 28, 28), IMAGE);
    expect(central).toBeGreaterThan(corner);
  });

  it('does not change order when the whole photo is enlarged', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const face = fc.tuple(part, part, fc.double({ min: 0.01, max: 0.5, noNaN: true }));
    fc.assert(
      fc.property(face, fc.double({ min: 0.1, max: 10, noNaN: true }), ([cx, cy, side], times) => {
        const at = (k: number): number =>
          prominence(boxAround({ x: cx * 400 * k, y: cy * 200 * k }, side * 100 * k, side * 100 * k), {
            width: IMAGE.width * k,
            height: IMAGE.height * k,
          });
        expect(at(times) / (at(1) * times * times)).toBeCloseTo(1, 9);
      }),
    );
  });
});
