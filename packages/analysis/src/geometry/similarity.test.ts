import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from './box.js';
import { apply, cropToImage, fitSimilarity, invert, mean, scaleOf, type Similarity } from './similarity.js';

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const scale = fc.double({ min: 0.05, max: 20, noNaN: true });
const similarity: fc.Arbitrary<Similarity> = fc
  .tuple(angle, scale, coordinate, coordinate)
  .map(([turn, s, tx, ty]) => ({ a: s * Math.cos(turn), b: s * Math.sin(turn), tx, ty }));

function expectNear(actual: Point, expected: Point, tolerance: number): void {
  expect(Math.hypot(actual.x - expected.x, actual.y - expected.y)).toBeLessThan(tolerance);
}

describe('apply and invert', () => {
  it('turns clockwise as seen in an image: right becomes down', () => {
    expectNear(apply({ a: 0, b: 1, tx: 0, ty: 0 }, { x: 1, y: 0 }), { x: 0, y: 1 }, 1e-12);
  });

  it('is undone by the inverse, from either side', () => {
    fc.assert(
      fc.property(similarity, point, (m, p) => {
        expectNear(apply(invert(m), apply(m, p)), p, 1e-6);
        expectNear(apply(m, apply(invert(m), p)), p, 1e-6);
      }),
    );
  });

  it('multiplies every distance by the scale', () => {
    fc.assert(
      fc.property(similarity, point, point, (m, p, q) => {
        const before = Math.hypot(p.x - q.x, p.y - q.y);
        const mp = apply(m, p);
        const mq = apply(m, q);
        expect(Math.hypot(mp.x - mq.x, mp.y - mq.y)).toBeCloseTo(before * scaleOf(m), 5);
      }),
    );
  });
});

describe('cropToImage', () => {
  it('maps an upright crop onto its square: corners and centre', () => {
    const m = cropToImage({ centre: { x: 100, y: 50 }, side: 40, angle: 0 }, 10);
    expectNear(apply(m, { x: 0, y: 0 }), { x: 80, y: 30 }, 1e-9);
    expectNear(apply(m, { x: 10, y: 10 }), { x: 120, y: 70 }, 1e-9);
    expect(scaleOf(m)).toBeCloseTo(4, 12);
  });

  it('shows a head that leans to the right by 90 degrees upright', () => {
    const m = cropToImage({ centre: { x: 0, y: 0 }, side: 2, angle: Math.PI / 2 }, 2);
    // The top of such a head points to the right in the image, and lies at the top of the crop.
    expectNear(apply(m, { x: 1, y: 0 }), { x: 1, y: 0 }, 1e-9);
  });

  it('keeps the centre in the centre and the scale at side / size, however turned', () => {
    fc.assert(
      fc.property(point, scale, angle, fc.integer({ min: 1, max: 512 }), (c, side, turn, size) => {
        const m = cropToImage({ centre: c, side, angle: turn }, size);
        expectNear(apply(m, { x: size / 2, y: size / 2 }), c, 1e-6);
        expect(scaleOf(m)).toBeCloseTo(side / size, 9);
      }),
    );
  });
});

describe('fitSimilarity', () => {
  const spread: readonly Point[] = [
    { x: 38, y: 51 },
    { x: 73, y: 51 },
    { x: 56, y: 71 },
    { x: 41, y: 92 },
    { x: 70, y: 92 },
  ];

  it('recovers a known map from points without noise', () => {
    fc.assert(
      fc.property(similarity, (known) => {
        const fitted = fitSimilarity(
          spread,
          spread.map((p) => apply(known, p)),
        );
        expect(fitted.a).toBeCloseTo(known.a, 8);
        expect(fitted.b).toBeCloseTo(known.b, 8);
        expectNear({ x: fitted.tx, y: fitted.ty }, { x: known.tx, y: known.ty }, 1e-6);
      }),
    );
  });

  it('is the best there is: a nudge to any parameter makes the fit worse', () => {
    const nudge = fc.constantFrom<Partial<Similarity>>({ a: 0.01 }, { b: 0.01 }, { tx: 0.5 }, { ty: 0.5 });
    const targets = fc.array(point, { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(targets, nudge, fc.constantFrom(1, -1), (to, by, sign) => {
        const best = fitSimilarity(spread, to);
        const nudged = {
          a: best.a + sign * (by.a ?? 0),
          b: best.b + sign * (by.b ?? 0),
          tx: best.tx + sign * (by.tx ?? 0),
          ty: best.ty + sign * (by.ty ?? 0),
        };
        expect(residual(best, spread, to)).toBeLessThanOrEqual(residual(nudged, spread, to) + 1e-6);
      }),
    );
  });

  it('never mirrors: mirrored points still give a proper turn', () => {
    const mirrored = spread.map(({ x, y }) => ({ x: -x, y }));
    const m = fitSimilarity(spread, mirrored);
    expect(m.a * m.a + m.b * m.b).toBeGreaterThan(0);
    expect(residual(m, spread, mirrored)).toBeGreaterThan(1);
  });

  it('only shifts where all points coincide', () => {
    const same = [
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ];
    const there = same.map(() => ({ x: 4, y: 6 }));
    expect(fitSimilarity(same, there)).toEqual({ a: 1, b: 0, tx: 3, ty: 5 });
  });
});

it('mean is the centre of gravity', () => {
  expect(
    mean([
      { x: 0, y: 0 },
      { x: 4, y: 2 },
      { x: 2, y: 4 },
    ]),
  ).toEqual({ x: 2, y: 2 });
});

function residual(m: Similarity, from: readonly Point[], to: readonly Point[]): number {
  return from.reduce((sum, p, i) => {
    const q = to[i] ?? p;
    const r = apply(m, p);
    return sum + (r.x - q.x) ** 2 + (r.y - q.y) ** 2;
  }, 0);
}
