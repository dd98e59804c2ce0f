import { describe, expect, it } from 'vitest';
import { decodeOnnx, encodeOnnx } from './onnx-file.js';
import { floats, ints, type Graph, type Tensor } from './onnx-graph.js';

const graph: Graph = {
  inputs: [{ name: 'in', dims: [1, 3, 'height', 300] }],
  outputs: [{ name: 'out', dims: ['rows', 2] }],
  nodes: [
    {
      op: 'Whatever',
      inputs: ['in', '', 'weights'],
      outputs: ['out'],
      attributes: {
        axis: { type: 'int', value: -1 },
        epsilon: { type: 'float', value: 0.25 },
        mode: { type: 'string', value: 'näher' },
        pads: { type: 'ints', value: [0, 1, 300, -2] },
        scales: { type: 'floats', value: [1.5, -0.125] },
      },
    },
  ],
  constants: new Map<string, Tensor>([
    ['weights', floats([2, 2], [1, -2, 3.5, 0])],
    ['shape', ints([-1, 4, 2 ** 40])],
    ['scalar', floats([], [6])],
  ]),
};

describe('ONNX files', () => {
  it('hold a graph unchanged', () => {
    expect(decodeOnnx(encodeOnnx(graph))).toEqual(graph);
  });

  it('are the same bytes for the same graph', () => {
    expect(encodeOnnx(graph)).toEqual(encodeOnnx(graph));
  });

  it.each([
    ['nothing', new Uint8Array(0), 'holds no graph'],
    ['a file cut off', encodeOnnx(graph).subarray(0, 60), 'past the end'],
    ['another kind of file', new TextEncoder().encode('<html></html>'), 'wire type'],
  ])('of %s are rejected', (_, file, message) => {
    expect(() => decodeOnnx(file)).toThrow(message);
  });
});
