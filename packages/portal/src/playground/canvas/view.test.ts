import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kept, MAX_ZOOM, movedBy, placementOf, FIT, zoomAt, type View } from './view.js';

const frame = { width: 800, height: 600 };
const wide = { width: 4000, height: 1000 };

describe('a view', () => {
  it('shows all of the photo in the middle at first', () => {
    expect(placementOf(FIT, frame, wide)).toEqual({
      scale: 0.2,
      width: 800,
      height: 200,
      left: 0,
      top: 200,
    });
    expect(placementOf(FIT, frame, { width: 300, height: 600 })).toMatchObject({ left: 250, top: 0 });
  });

  it('keeps what is under the pointer there when it zooms', () => {
    const close = zoomAt(FIT, 8, { x: 200, y: 250 }, frame, wide);
    const { left, top, scale } = placementOf(close, frame, wide);
    expect((200 - left) / scale).toBeCloseTo(1000);
    expect((250 - top) / scale).toBeCloseTo(250);
  });

  it('goes back to all of the photo and no further', () => {
    const close = zoomAt(FIT, 5, { x: 10, y: 10 }, frame, wide);
    expect(zoomAt(close, 0.01, { x: 700, y: 500 }, frame, wide)).toEqual(FIT);
    expect(zoomAt(FIT, 1e6, { x: 0, y: 0 }, frame, wide).zoom).toBe(MAX_ZOOM);
  });

  it('never shows an empty edge beside a photo that could fill it', () => {
    const share = fc.double({ min: -2, max: 3, noNaN: true });
    const view = fc.record({
      zoom: fc.double({ min: 1, max: MAX_ZOOM, noNaN: true }),
      centre: fc.record({ x: share, y: share }),
    });
    fc.assert(
      fc.property(view, (any: View) => {
        const { left, top, width, height } = placementOf(kept(any, frame, wide), frame, wide);
        const covers = (start: number, length: number, total: number): boolean =>
          length >= total
            ? start <= 1e-6 && start + length >= total - 1e-6
            : Math.abs(start - (total - length) / 2) < 1e-6;
        expect(covers(left, width, frame.width)).toBe(true);
        expect(covers(top, height, frame.height)).toBe(true);
      }),
    );
  });

  it('follows a drag', () => {
    const close = zoomAt(FIT, 8, { x: 400, y: 300 }, frame, wide);
    const before = placementOf(close, frame, wide);
    const after = placementOf(movedBy(close, { x: 30, y: -20 }, frame, wide), frame, wide);
    expect(after.left - before.left).toBeCloseTo(30);
    expect(after.top - before.top).toBeCloseTo(-20);
    expect(movedBy(FIT, { x: 50, y: 50 }, frame, wide)).toEqual(FIT);
  });
});
