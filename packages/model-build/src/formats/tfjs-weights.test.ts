import { describe, expect, it } from 'vitest';
import { readTfjsWeights } from './tfjs-weights.js';

const manifest = [
  {
    weights: [
      { name: 'plain', shape: [2], dtype: 'float32' },
      {
        name: 'bytes',
        shape: [2, 1],
        dtype: 'float32',
        quantization: { dtype: 'uint8', scale: 0.5, min: -1 },
      },
      { name: 'integer', shape: [], dtype: 'int32', quantization: { dtype: 'uint8', scale: 1, min: 3 } },
    ],
  },
];
const binary = Uint8Array.from([...new Uint8Array(Float32Array.of(1.5, -3).buffer), ...[0, 255], ...[4]]);

describe('TensorFlow.js weights', () => {
  it.each([
    ['plain', [2], [1.5, -3]],
    ['bytes', [2, 1], [-1, 126.5]],
    ['integer', [], [7]],
  ])('%s are read as they were before they were made smaller', (name, dims, data) => {
    const tensor = readTfjsWeights(manifest, binary)(name);
    expect([tensor.dims, [...tensor.data]]).toEqual([dims, data]);
  });

  it('fail by name when they are not there', () => {
    expect(() => readTfjsWeights(manifest, binary)('other')).toThrow('other is not in the file');
    expect(() => readTfjsWeights(manifest, binary.subarray(0, 10))).toThrow('integer lies outside the file');
    expect(() => readTfjsWeights([], binary)).toThrow('11 bytes of the file have no name');
  });

  it('of an unknown type are rejected', () => {
    const odd = [{ weights: [{ name: 'odd', shape: [1], dtype: 'complex64' }] }];
    expect(() => readTfjsWeights(odd, binary)).toThrow('complex64');
  });
});
