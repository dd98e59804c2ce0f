import { expect, it } from 'vitest';
import { float16ToFloat32 } from './float16.js';

it.each([
  [0x0000, 0],
  [0x3c00, 1],
  [0xc000, -2],
  [0x3555, 0.333251953125],
  [0x7bff, 65504],
  [0x0400, 2 ** -14],
  [0x0001, 2 ** -24],
  [0x83ff, -1023 * 2 ** -24],
  [0xfc00, -Infinity],
  [0x7e00, NaN],
])('half-precision bits %i are %d', (bits, value) => {
  expect([...float16ToFloat32(Uint8Array.of(bits & 0xff, bits >> 8))]).toEqual([value]);
});
