import { describe, expect, it } from 'vitest';
import { GraphBuilder } from '../onnx/graph-builder.js';
import { makeFlatTable } from './make-flat-table.test.fixture.js';
import { convertPointModel } from './tflite-convert-points.js';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './tflite-model.js';

const NO_DATA = new Uint8Array(0);
const points: TfliteTensor = { name: 'points', shape: [1, 1, 4, 2], type: 0, data: NO_DATA };
const result: TfliteTensor = { name: 'result', shape: [1, 1, 4, 1], type: 0, data: NO_DATA };
const list = (...values: number[]): TfliteTensor => ({
  name: 'list',
  shape: [values.length],
  type: 2,
  data: new Uint8Array(Int32Array.from(values).buffer),
});
const filter = (shape: readonly number[]): TfliteTensor => ({
  name: 'filter',
  shape,
  type: 0,
  data: new Uint8Array(new Float32Array(shape.reduce((a, b) => a * b, 1)).buffer),
});

/** A model of one operator from `points` (tensor 0) to `result` (tensor 1), with constants after them. */
function operators(operator: Partial<TfliteOperator>, ...constants: readonly TfliteTensor[]): string[] {
  const model: TfliteModel = {
    tensors: [points, result, ...constants],
    operators: [{ name: 'NEG', inputs: [0], outputs: [1], options: undefined, ...operator }],
    inputs: [0],
    outputs: [1],
  };
  const builder = new GraphBuilder();
  const value = convertPointModel(model, builder, 'in');
  const { nodes } = builder.finish([], [{ name: 'out', dims: [] }], [value]);
  return nodes.slice(0, -1).map(({ op }) => op);
}

describe('convertPointModel', () => {
  it('writes a convolution with a window of one as a product of matrices', () => {
    const options = makeFlatTable({ 1: 1, 2: 1, 3: 1 });
    const bias = filter([3]);
    expect(operators({ name: 'CONV_2D', inputs: [0, 2, 3], options }, filter([3, 1, 1, 2]), bias)).toEqual([
      'MatMul',
      'Add',
      'Relu',
    ]);
  });

  it.each([
    ['an operator it does not know', { name: 'operator 7' }, 'operator 7 is not known'],
    [
      'a window of several points',
      { name: 'CONV_2D', inputs: [0, 2, 3], options: makeFlatTable({ 1: 1, 2: 1 }) },
      'only with a window and a stride of one',
    ],
    [
      'a slice that adds an axis',
      { name: 'STRIDED_SLICE', inputs: [0, 3, 3, 3], options: makeFlatTable({ 3: 1 }) },
      'only without new axes',
    ],
    ['a value that nothing computes', { name: 'NEG', inputs: [1] }, 'tensor 1 is not computed'],
    ['a tensor that is not there', { name: 'NEG', inputs: [9] }, 'tensor 9 is not there'],
  ])('rejects %s', (_, operator, message) => {
    expect(() => operators(operator, filter([3, 1, 3, 2]), list(0, 0, 0, 0))).toThrow(message);
  });
});
