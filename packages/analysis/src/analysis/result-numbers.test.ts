import { expect, it } from 'vitest';
import { requireFinite } from './result-numbers.js';

it('returns results whose numbers are all finite', () => {
  const result = {
    faces: [{ box: { x1: 0, y1: -1e300 }, name: 'a', none: null }],
    vector: new Float32Array(3),
  };
  expect(requireFinite(result)).toBe(result);
});

it.each([
  [{ faces: [{ box: { x1: NaN } }] }, 'faces.0.box.x1'],
  [{ vector: Float32Array.of(1, Infinity) }, 'vector.1'],
  [{ pose: { yaw: -Infinity } }, 'pose.yaw'],
])('throws and says which is not: %o', (result, place) => {
  expect(() => requireFinite(result)).toThrow(place);
});
