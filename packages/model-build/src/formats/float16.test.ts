import { expect, it } from 'vitest';
import { float16ToFloat32, float32ToFloat16 } from './float16.js';

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

it('finds the bits of every half-precision number', () => {
  const all = Uint16Array.from({ length: 0x7c00 }, (_, bits) => bits);
  expect(float32ToFloat16(float16ToFloat32(new Uint8Array(all.buffer)))).toEqual(all);
});

it.each([
  [1 + 1 / 2048, 0x3c00],
  [1 + 3 / 2048, 0x3c02],
  [1 + 1.1 / 2048, 0x3c01],
  [2 - 2 ** -20, 0x4000],
  [-(2 ** -25), 0x8000],
  [1e9, 0x7bff],
])('rounds %d to the nearest', (value, bits) => {
  expect([...float32ToFloat16(Float32Array.of(value))]).toEqual([bits]);
});
