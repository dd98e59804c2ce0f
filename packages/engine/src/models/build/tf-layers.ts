import type { GraphBuilder } from './graph-builder.js';
import type { FloatTensor } from './onnx-graph.js';
import { samePadding } from './same-padding.js';
import { transpose } from './weight-layout.js';

/** A map on its way through a net: the name of its value, and its height and width (all our maps are square). */
export interface SquareMap {
  readonly value: string;
  readonly size: number;
}

/** TensorFlow's `conv2d` with SAME padding; `filters` in HWIO order. */
export function conv2d(
  builder: GraphBuilder,
  input: SquareMap,
  filters: FloatTensor,
  bias: FloatTensor | undefined,
  stride: 1 | 2,
): SquareMap {
  return convolution(builder, input, transpose(filters, [3, 2, 0, 1]), bias, stride, 1);
}

/** TensorFlow's `depthwiseConv2d` with SAME padding; `filters` as height, width, channel, 1. */
export function depthwiseConv2d(
  builder: GraphBuilder,
  input: SquareMap,
  filters: FloatTensor,
  stride: 1 | 2,
): SquareMap {
  const weights = transpose(filters, [2, 3, 0, 1]);
  return convolution(builder, input, weights, undefined, stride, weights.dims[0] ?? 1);
}

/** TensorFlow's `maxPool` with SAME padding. */
export function maxPool(builder: GraphBuilder, input: SquareMap, kernel: number, stride: number): SquareMap {
  const [before, after] = samePadding(input.size, kernel, stride);
  const value = builder.node('MaxPool', [input.value], {
    kernel_shape: [kernel, kernel],
    strides: [stride, stride],
    pads: [before, before, after, after],
  });
  return { value, size: Math.ceil(input.size / stride) };
}

/** Does something to the value of a map that leaves its size alone. */
export function sameSize(input: SquareMap, step: (value: string) => string): SquareMap {
  return { value: step(input.value), size: input.size };
}

function convolution(
  builder: GraphBuilder,
  input: SquareMap,
  weights: FloatTensor,
  bias: FloatTensor | undefined,
  stride: 1 | 2,
  group: number,
): SquareMap {
  const [before, after] = samePadding(input.size, weights.dims[2] ?? 1, stride);
  const value = builder.conv(input.value, weights, bias, {
    strides: [stride, stride],
    pads: [before, before, after, after],
    group,
  });
  return { value, size: Math.ceil(input.size / stride) };
}
