import { describe, expect, it } from 'vitest';
import { ConversionError } from '../conversion-error.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';
import { makeFlatTable } from './make-flat-table.test.fixture.js';
import { convertTflite } from './tflite-convert.js';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './tflite-model.js';

const NO_DATA = new Uint8Array(0);
const image: TfliteTensor = { name: 'image', shape: [1, 8, 8, 2], type: 0, data: NO_DATA };
const result: TfliteTensor = { name: 'result', shape: [1, 8, 8, 1], type: 0, data: NO_DATA };
const filter: TfliteTensor = {
  name: 'filter',
  shape: [1, 1, 1, 2],
  type: 0,
  data: new Uint8Array(Float32Array.of(3, 4).buffer),
};

/** A model of one operator from `image` (tensor 0) to `result` (tensor 1), with constants after them. */
function convert(operator: Partial<TfliteOperator>, ...constants: readonly TfliteTensor[]): Graph {
  const model: TfliteModel = {
    tensors: [image, result, ...constants],
    operators: [{ name: 'ADD', inputs: [0, 0], outputs: [1], options: undefined, ...operator }],
    inputs: [0],
    outputs: [],
  };
  const builder = new GraphBuilder();
  return builder.finish([], [{ name: 'out', dims: [] }], [convertTflite(model, builder, 'in')(1)]);
}

describe('convertTflite', () => {
  it('reads strides as width, then height', () => {
    const options = makeFlatTable({ 0: 1, 1: 3, 2: 2 });
    const graph = convert({ name: 'CONV_2D', inputs: [0, 2], options }, filter);
    expect(graph.nodes[0]?.attributes).toMatchObject({
      strides: { value: [2, 3] },
      auto_pad: { value: 'VALID' },
    });
  });

  it.each([
    ['an operator it does not know', { name: 'operator 99' }, 'operator 99 is not known'],
    ['a fused activation', { name: 'ADD', inputs: [0, 0], options: makeFlatTable({ 0: 1 }) }, 'activation 1'],
    [
      'dilation',
      { name: 'CONV_2D', inputs: [0, 2], options: makeFlatTable({ 1: 1, 2: 1, 4: 2 }) },
      'dilation',
    ],
    ['a reshape of more than one pixel', { name: 'RESHAPE' }, 'RESHAPE'],
    ['weights that are computed', { name: 'PRELU', inputs: [0, 1] }, 'result holds no numbers'],
    ['a value that nothing makes', { name: 'ADD', inputs: [7, 0] }, 'tensor 7 is not computed'],
  ])('rejects %s', (_, operator, message) => {
    expect(() => convert(operator, filter)).toThrow(ConversionError);
    expect(() => convert(operator, filter)).toThrow(message);
  });
});
