import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/box.js';
import { apply, scaleOf } from '../geometry/similarity.js';
import { LANDMARK_KEYS } from './landmark-keys.js';
import { meshTo68, MIRRORED_68 } from './landmarks-68.js';
import { mapMesh, symmetricMesh } from './synthetic-mesh.test.fixture.js';

const jitters = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 478, maxLength: 478 });

function expectSamePoints(actual: readonly Point[], expected: readonly Point[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((p, i) => {
    const q = expected[i] ?? { x: NaN, y: NaN };
    expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeLessThan(tolerance);
  });
}

describe('MIRRORED_68', () => {
  it('names each point once, and its own mirror image twice over', () => {
    expect(new Set(MIRRORED_68).size).toBe(68);
    MIRRORED_68.forEach((mirrored, i) => {
      expect(MIRRORED_68[mirrored]).toBe(i);
    });
  });

  it('keeps the middle line and swaps left and right of brows, eyes and mouth corners', () => {
    const names = LANDMARK_KEYS.map((key, i) => [key, LANDMARK_KEYS[MIRRORED_68[i] ?? 0]] as const);
    const still = names.filter(([from, to]) => from === to).map(([from]) => from);
    expect(still).toEqual([
      'chin',
      'noseTop1',
      'noseTop2',
      'noseLower1',
      'noseLower2',
      'noseTip',
      'underLipPoint3',
      'LowerLipPoint6',
      'underLipPoint8',
      'LowerLipPoint2',
    ]);
    for (const [from, to] of names.filter(([key]) =>
      /^(left|right)Eye(brow)?(Left|Right)Corner$/.test(key),
    )) {
      const swapped = from.replace(/left|right/i, (side) => (side === 'left' ? 'right' : 'left'));
      expect(to).toBe(
        swapped.replace(/(Left|Right)Corner/, (end) => (end === 'LeftCorner' ? 'RightCorner' : 'LeftCorner')),
      );
    }
    expect(Object.fromEntries(names)).toMatchObject({
      mouthLeft: 'mouthRight',
      noseRootLeft: 'noseRootRight',
    });
  });
});

describe('meshTo68', () => {
  it('gives a symmetric face symmetric points', () => {
    fc.assert(
      fc.property(jitters, (jitter) => {
        const points = meshTo68(symmetricMesh((i) => jitter[i] ?? 0));
        const mirrored = MIRRORED_68.map((i) => points[i] ?? { x: NaN, y: NaN }).map(({ x, y }) => ({
          x: -x,
          y,
        }));
        expectSamePoints(points, mirrored, 1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it('walks the jaw from the left ear over the chin to the right ear, at even steps along the outline', () => {
    const jaw = meshTo68(symmetricMesh()).slice(0, 17);
    expect(jaw[8]).toEqual({ x: expect.closeTo(0, 9) as number, y: expect.closeTo(1.3, 9) as number });
    expect(jaw.map((p) => p.x)).toEqual(jaw.map((p) => p.x).toSorted((a, b) => a - b));
    const steps = jaw.slice(1).map((p, i) => Math.hypot(p.x - (jaw[i]?.x ?? 0), p.y - (jaw[i]?.y ?? 0)));
    // Chords of equal arcs: only where the outline bends are they a little shorter.
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.1);
    for (const { x, y } of jaw) expect(Math.abs(Math.hypot(x, y / 1.3) - 1)).toBeLessThan(0.1);
  });

  it('moves, turns and grows with the face', () => {
    const maps = fc.record({
      turn: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      scale: fc.double({ min: 0.1, max: 300, noNaN: true }),
      tx: fc.double({ min: -1000, max: 1000, noNaN: true }),
      ty: fc.double({ min: -1000, max: 1000, noNaN: true }),
    });
    fc.assert(
      fc.property(maps, jitters, ({ turn, scale, tx, ty }, jitter) => {
        const map = { a: scale * Math.cos(turn), b: scale * Math.sin(turn), tx, ty };
        const mesh = symmetricMesh((i) => jitter[i] ?? 0);
        const moved = mapMesh(mesh, (v) => ({ ...apply(map, v), z: v.z * scaleOf(map) }));
        const expected = meshTo68(mesh).map((p) => apply(map, p));
        expectSamePoints(meshTo68(moved), expected, scale * 1e-6);
      }),
      { numRuns: 30 },
    );
  });
});
