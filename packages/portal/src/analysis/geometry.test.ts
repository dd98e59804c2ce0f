import { describe, expect, it } from 'vitest';
import { cornersPath } from './corners.js';
import { fitted } from './reduce-picture.js';

describe('a reduced picture', () => {
  it('keeps its shape, and is never enlarged', () => {
    expect(fitted({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 });
    expect(fitted({ width: 1080, height: 1920 }, 640)).toEqual({ width: 360, height: 640 });
    expect(fitted({ width: 300, height: 200 }, 1280)).toEqual({ width: 300, height: 200 });
    expect(fitted({ width: 9000, height: 1 }, 640)).toEqual({ width: 640, height: 1 });
  });
});

describe('the corners of a box', () => {
  it('are drawn from each arm to the next', () => {
    expect(cornersPath([10, 20, 110, 170])).toBe('M10 42V20H32M88 20H110V42M110 148V170H88M32 170H10V148');
  });
});
