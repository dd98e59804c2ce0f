import { GraphBuilder } from '../onnx/graph-builder.js';
import { floats, ints } from '../onnx/onnx-graph.js';
import type { FloatTensor, Graph } from '../onnx/onnx-graph.js';
import { conv2d, depthwiseConv2d } from '../formats/tf-layers.js';
import type { NamedWeights } from '../formats/tfjs-weights.js';
import { reshape } from '../onnx/weight-layout.js';

const SIZE = 512;
const NORM_EPSILON = 0.0010000000474974513;
const STRIDED_LAYERS = new Set([2, 4, 6, 12]);
/** What the net's box offsets are multiplied with, as face-api defines them. */
const CENTRE_VARIANCE = 10;
const SIZE_VARIANCE = 5;
const ANCHORS = 5118;

/**
 * face-api's face detector, SSD on MobileNet V1.
 * Input: `input` 1×3×512×512, RGB 0..255.
 * Outputs: `scores` [5118], probabilities; `boxes` [5118, 4], left, top, right, bottom as parts of the input size.
 */
export function ssdGraph(weights: NamedWeights): Graph {
  const builder = new GraphBuilder();
  const net = new Ssd(builder, weights);
  const input = builder.normalise('input', [127.5, 127.5, 127.5], 1 / 127.5);
  const predictions = builder.node('Concat', net.predictions(input), { axis: 0 });
  const columns = (from: number, to: number): string =>
    builder.node('Slice', [
      predictions,
      builder.constant(ints([from])),
      builder.constant(ints([to])),
      builder.constant(ints([1])),
    ]);
  const logits = builder.reshape(columns(4, 5), [-1]);
  return builder.finish(
    [{ name: 'input', dims: [1, 3, SIZE, SIZE] }],
    [
      { name: 'scores', dims: [ANCHORS] },
      { name: 'boxes', dims: [ANCHORS, 4] },
    ],
    [
      builder.node('Sigmoid', [logits]),
      decodeBoxes(builder, weights('Output/extra_dim'), columns(0, 2), columns(2, 4)),
    ],
  );
}

/** Centre and size of each box from its anchor, then its corners. */
function decodeBoxes(builder: GraphBuilder, anchors: FloatTensor, offsets: string, growths: string): string {
  const sizes = anchorPairs(anchors, (low, high) => high - low);
  const middles = anchorPairs(anchors, (low, high) => low + (high - low) / 2);
  const halfSizes = floats(
    sizes.dims,
    sizes.data.map((size) => size / 2),
  );
  const centre = builder.node('Add', [
    builder.node('Mul', [offsets, builder.constant(sizes)]),
    builder.constant(middles),
  ]);
  const half = builder.node('Mul', [builder.node('Exp', [growths]), builder.constant(halfSizes)]);
  const corners = [builder.node('Sub', [centre, half]), builder.node('Add', [centre, half])];
  return builder.node('Concat', corners, { axis: 1 });
}

/** Anchors are stored as top, left, bottom, right; the pairs are x, y. */
function anchorPairs(anchors: FloatTensor, combine: (low: number, high: number) => number): FloatTensor {
  const data = new Float32Array(ANCHORS * 2);
  for (let i = 0; i < ANCHORS; i += 1) {
    const [top = 0, left = 0, bottom = 0, right = 0] = anchors.data.subarray(4 * i, 4 * i + 4);
    data[2 * i] = combine(left, right);
    data[2 * i + 1] = combine(top, bottom);
  }
  return floats([ANCHORS, 2], data);
}

class Ssd {
  constructor(
    private readonly builder: GraphBuilder,
    private readonly weights: NamedWeights,
  ) {}

  /** For each of six maps a list of rows x, y, width, height, score, one row an anchor. */
  predictions(input: string): string[] {
    let map = this.pointwise(input, 'MobilenetV1/Conv2d_0_pointwise', 2);
    const maps: string[] = [];
    for (let layer = 1; layer <= 13; layer += 1) {
      map = this.depthwise(map, `MobilenetV1/Conv2d_${layer}_depthwise`, STRIDED_LAYERS.has(layer) ? 2 : 1);
      map = this.pointwise(map, `MobilenetV1/Conv2d_${layer}_pointwise`, 1);
      if (layer === 11 || layer === 13) maps.push(map);
    }
    for (let layer = 0; layer < 8; layer += 2) {
      map = this.pointwise(map, `Prediction/Conv2d_${layer}_pointwise`, 1);
      map = this.pointwise(map, `Prediction/Conv2d_${layer + 1}_pointwise`, 2);
      maps.push(map);
    }
    return maps.map((source, i) => this.predict(source, `Prediction/BoxPredictor_${i}`));
  }

  private predict(input: string, name: string): string {
    const joined = (part: 'weights' | 'biases'): FloatTensor =>
      joinPredictors(
        this.weights(`${name}/BoxEncodingPredictor/${part}`),
        this.weights(`${name}/ClassPredictor/${part}`),
      );
    const map = conv2d(this.builder, input, joined('weights'), joined('biases'), 1);
    const lastChannels = this.builder.node('Transpose', [map], { perm: [0, 2, 3, 1] });
    return this.builder.reshape(lastChannels, [-1, 5]);
  }

  private pointwise(input: string, name: string, stride: 1 | 2): string {
    const bias = this.weights(`${name}/convolution_bn_offset`);
    const map = conv2d(this.builder, input, this.weights(`${name}/weights`), bias, stride);
    return this.builder.relu6(map);
  }

  private depthwise(input: string, name: string, stride: 1 | 2): string {
    const map = depthwiseConv2d(this.builder, input, this.weights(`${name}/depthwise_weights`), stride);
    const norm = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map((part) =>
      this.builder.constant(this.weights(`${name}/BatchNorm/${part}`)),
    );
    return this.builder.relu6(
      this.builder.node('BatchNormalization', [map, ...norm], {}, { epsilon: NORM_EPSILON }),
    );
  }
}

/**
 * One predictor for both: for each anchor x, y, width, height (stored y first) and the score of class 1 of 3.
 * The output channel is the last axis of weights and the only one of biases.
 */
function joinPredictors(boxes: FloatTensor, classes: FloatTensor): FloatTensor {
  const anchors = (classes.dims.at(-1) ?? 0) / 3;
  const inputs = classes.data.length / (3 * anchors);
  const data = new Float32Array(inputs * anchors * 5);
  for (let row = 0; row < inputs * anchors; row += 1) {
    const [y = 0, x = 0, height = 0, width = 0] = boxes.data.subarray(4 * row, 4 * row + 4);
    const box = [x / CENTRE_VARIANCE, y / CENTRE_VARIANCE, width / SIZE_VARIANCE, height / SIZE_VARIANCE];
    data.set([...box, classes.data[3 * row + 1] ?? 0], 5 * row);
  }
  return reshape(floats([], data), [...classes.dims.slice(0, -1), anchors * 5]);
}
