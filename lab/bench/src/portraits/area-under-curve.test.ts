import { expect, it } from 'vitest';
import { areaUnderCurve } from './area-under-curve.js';

it('is 1 for groups that do not overlap, and one half for equal ones', () => {
  expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
  expect(areaUnderCurve([1, 2], [3, 4])).toBe(0);
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
});
