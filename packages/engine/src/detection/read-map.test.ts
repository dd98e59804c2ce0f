import { describe, expect, it } from 'vitest';
import { readMap, type DetectorMap } from './read-map.js';
import { viewOf, type View } from './view.js';

const PLANES = 16;

/** A map that believes in nothing but one cell, with this logit and these 16 numbers. */
function mapWith(
  size: { rows: number; columns: number },
  found: { row: number; column: number; logit: number; values: readonly number[] },
): DetectorMap {
  const cells = size.rows * size.columns;
  const cell = found.row * size.columns + found.column;
  const scores = new Float32Array(cells).fill(-20);
  scores[cell] = found.logit;
  const regressors = new Float32Array(cells * PLANES);
  found.values.forEach((value, plane) => {
    regressors[plane * cells + cell] = value;
  });
  return { ...size, scores, regressors };
}

const plain: View = { input: { width: 32, height: 64 }, toImage: { a: 1, b: 0, tx: 0, ty: 0 } };
const size = { rows: 16, columns: 8 };
/** Centre moved by (1, -2), 20 wide and 24 high, eyes level: left (-5, -4), right (5, -4). */
const levelFace = [1, -2, 20, 24, -5, -4, 5, -4];

describe('readMap', () => {
  it('reads a face off its cell: one cell for each 4×4 pixels', () => {
    const map = mapWith(size, { row: 9, column: 3, logit: 0, values: levelFace });
    const [face, ...others] = readMap(map, plain, 0.4);
    expect(others).toEqual([]);
    expect(face?.centre).toEqual({ x: 3.5 * 4 + 1, y: 9.5 * 4 - 2 });
    expect(face?.side).toBe(24);
    expect(face?.angle).toBeCloseTo(0, 12);
    expect(face?.score).toBeCloseTo(0.5, 12);
  });

  it('passes over cells below the wanted score', () => {
    const map = mapWith(size, { row: 0, column: 0, logit: 2, values: levelFace });
    expect(readMap(map, plain, 0.88)).toHaveLength(1);
    expect(readMap(map, plain, 0.89)).toHaveLength(0);
  });

  it('takes the tilt from the eyes: clockwise is positive', () => {
    const tilted = [0, 0, 20, 20, -5, -5, 5, 5];
    const [face] = readMap(mapWith(size, { row: 1, column: 1, logit: 3, values: tilted }), plain, 0.5);
    expect(face?.angle).toBeCloseTo(Math.PI / 4, 6);
  });

  it('maps a face of a reduced view with margin back to the image', () => {
    const image = { width: 400, height: 400 };
    const view = viewOf(image, 96, { margin: 2 });
    const rows = view.input.height / 4;
    const columns = view.input.width / 4;
    // The middle of the view, between the cells, is the middle of the image.
    const centred = [2, 2, 24, 24, -5, 0, 5, 0];
    const map = mapWith(
      { rows, columns },
      { row: rows / 2 - 1, column: columns / 2 - 1, logit: 3, values: centred },
    );
    const [face] = readMap(map, view, 0.5);
    expect(face?.centre.x).toBeCloseTo(200, 6);
    expect(face?.centre.y).toBeCloseTo(200, 6);
    expect(face?.side).toBeCloseTo(100, 6);
  });

  it('adds the turn of the view to the tilt of the eyes', () => {
    const view = viewOf({ width: 128, height: 128 }, 128, { angle: Math.PI / 2 });
    const map = mapWith({ rows: 32, columns: 32 }, { row: 16, column: 16, logit: 3, values: levelFace });
    const [face] = readMap(map, view, 0.5);
    expect(face?.angle).toBeCloseTo(Math.PI / 2, 6);
    // (67, 64) in the view, 3 to the right of its middle, lies 3 below the middle of the image.
    expect(face?.centre.x).toBeCloseTo(64, 6);
    expect(face?.centre.y).toBeCloseTo(67, 6);
  });
});
