import type { GraphBuilder } from '../onnx/graph-builder.js';
import type { FloatTensor } from '../onnx/onnx-graph.js';
import { transpose } from '../onnx/weight-layout.js';

/** TensorFlow's `conv2d` with SAME padding; `filters` in HWIO order. */
export function conv2d(
  builder: GraphBuilder,
  input: string,
  filters: FloatTensor,
  bias: FloatTensor,
  stride: number,
): string {
  const weights = transpose(filters, [3, 2, 0, 1]);
  return builder.conv(input, weights, bias, { strides: [stride, stride], padding: 'SAME' }, 1);
}

/** TensorFlow's `depthwiseConv2d` with SAME padding; `filters` as height, width, channel, 1. */
export function depthwiseConv2d(
  builder: GraphBuilder,
  input: string,
  filters: FloatTensor,
  stride: number,
): string {
  const weights = transpose(filters, [2, 3, 0, 1]);
  const window = { strides: [stride, stride], padding: 'SAME' } as const;
  return builder.conv(input, weights, undefined, window, weights.dims[0] ?? 1);
}
