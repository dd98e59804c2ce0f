import { describe, expect, it } from 'vitest';
import { letterbox, readMap, type DetectorMap } from './detect.js';

const [ROWS, COLUMNS, STRIDE] = [4, 6, 16];
const CELLS = ROWS * COLUMNS;
const LEFT_EYE = 5;

/** A map without a face but for one cell, whose planes are given. */
function mapWith(cell: number, planes: Readonly<Record<number, number>>): DetectorMap {
  const values = new Float32Array(15 * CELLS);
  values.fill(-9, 0, CELLS);
  for (const [plane, value] of Object.entries(planes)) values[Number(plane) * CELLS + cell] = value;
  return { stride: STRIDE, rows: ROWS, columns: COLUMNS, values };
}

/** Five points of a face turned by an angle, as the model gives them: relative to the cell, in two strides. */
function pointsTurned(angle: number): Record<number, number> {
  const upright = [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-0.8, 1],
    [0.8, 1],
  ] as const;
  const planes: Record<number, number> = {};
  for (const [n, [x, y]] of upright.entries()) {
    planes[LEFT_EYE + 2 * n] = 0.3 * (x * Math.cos(angle) - y * Math.sin(angle));
    planes[LEFT_EYE + 2 * n + 1] = 0.3 * (x * Math.sin(angle) + y * Math.cos(angle));
  }
  return planes;
}

describe('readMap', () => {
  const { toImage } = letterbox({ width: 192, height: 128 }, 96);

  it('gives the box of a cell in image pixels', () => {
    const planes = { 0: 0, 1: 0.5, 2: -0.25, 3: Math.log(1.5), 4: Math.log(2), ...pointsTurned(0) };
    const [face, ...others] = readMap(mapWith(8, planes), toImage, 0.3);
    expect(others).toEqual([]);
    // Column 2 and row 1, in the middle of the cell, moved by parts of a stride; the image is drawn at half its size.
    const { tx, ty } = toImage;
    const centre = { x: 2 * (2.5 + 0.5) * STRIDE + tx, y: 2 * (1.5 - 0.25) * STRIDE + ty };
    expect(face?.box.x1).toBeCloseTo(centre.x - 2 * 1.5 * STRIDE, 4);
    expect(face?.box.x2).toBeCloseTo(centre.x + 2 * 1.5 * STRIDE, 4);
    expect(face?.box.y1).toBeCloseTo(centre.y - 2 * 2 * STRIDE, 4);
    expect(face?.box.y2).toBeCloseTo(centre.y + 2 * 2 * STRIDE, 4);
    expect(face?.score).toBeCloseTo(0.5, 9);
    expect(face?.angle).toBeCloseTo(0, 6);
  });

  it.each([-1.5, -0.4, 0.7, 1.5, 3])('finds a rotation of %s radians from eyes and mouth', (angle) => {
    const [face] = readMap(mapWith(3, { 0: 2, ...pointsTurned(angle) }), toImage, 0.3);
    expect(face?.angle).toBeCloseTo(angle, 5);
  });

  it('leaves out cells below the minimum score', () => {
    expect(readMap(mapWith(3, { 0: -1 }), toImage, 0.3)).toEqual([]);
    expect(readMap(mapWith(3, { 0: -1 }), toImage, 0.2)).toHaveLength(1);
  });

  it('gives no infinite box for an outlier', () => {
    const [face] = readMap(mapWith(3, { 0: 2, 3: 1e30, 4: -1e30 }), toImage, 0.3);
    expect(Number.isFinite(face?.box.x2)).toBe(true);
  });
});
