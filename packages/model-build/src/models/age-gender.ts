import type { NamedWeights } from '../formats/tfjs-weights.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { FloatTensor, Graph } from '../onnx/onnx-graph.js';
import { transpose } from '../onnx/tensors.js';

const SIZE = 112;
/** face-api's mean colour, red, green, blue. */
const MEAN = [122.782, 117.001, 104.298];

/**
 * face-api's age and gender model, a small Xception.
 * Input: `input` 1×3×112×112, RGB 0..255.
 * Outputs: `age` [1], in years; `gender` [2], logits of male and female.
 */
export function ageGenderGraph(weights: NamedWeights): Graph {
  const builder = new GraphBuilder();
  const xception = new Xception(builder, weights);
  const features = xception.features(builder.normalise('input', MEAN, 1 / 255));
  const pooled = builder.node('Flatten', [builder.node('GlobalAveragePool', [features])]);
  const head = (name: string): string => {
    const product = builder.node('Gemm', [
      pooled,
      builder.constant(weights(`fc/${name}/weights`)),
      builder.constant(weights(`fc/${name}/bias`)),
    ]);
    return builder.reshape(product, [-1]);
  };
  return builder.finish(
    [{ name: 'input', dims: [1, 3, SIZE, SIZE] }],
    [
      { name: 'age', dims: [1] },
      { name: 'gender', dims: [2] },
    ],
    [head('age'), head('gender')],
  );
}

class Xception {
  constructor(
    private readonly builder: GraphBuilder,
    private readonly weights: NamedWeights,
  ) {}

  features(input: string): string {
    let map = this.relu(this.conv(input, 'entry_flow/conv_in', 2));
    map = this.reduction(map, map, 'entry_flow/reduction_block_0');
    map = this.reduction(map, this.relu(map), 'entry_flow/reduction_block_1');
    map = this.main(map, 'middle_flow/main_block_0');
    map = this.main(map, 'middle_flow/main_block_1');
    map = this.reduction(map, this.relu(map), 'exit_flow/reduction_block');
    return this.relu(this.separable(map, 'exit_flow/separable_conv'));
  }

  /** Two separable convolutions and a pooling, beside a strided 1×1 convolution of the unactivated map. */
  private reduction(shortcut: string, input: string, name: string): string {
    const first = this.separable(input, `${name}/separable_conv0`);
    const second = this.separable(this.relu(first), `${name}/separable_conv1`);
    const pooled = this.builder.maxPool(second, [3, 3], { strides: [2, 2], padding: 'SAME' });
    return this.add(pooled, this.conv(shortcut, `${name}/expansion_conv`, 2));
  }

  private main(input: string, name: string): string {
    let map = input;
    for (const i of [0, 1, 2]) map = this.separable(this.relu(map), `${name}/separable_conv${i}`);
    return this.add(map, input);
  }

  private separable(input: string, name: string): string {
    const depthwise = depthwiseConv2d(this.builder, input, this.weights(`${name}/depthwise_filter`), 1);
    const pointwise = this.weights(`${name}/pointwise_filter`);
    return conv2d(this.builder, depthwise, pointwise, this.weights(`${name}/bias`), 1);
  }

  private conv(input: string, name: string, stride: 1 | 2): string {
    return conv2d(this.builder, input, this.weights(`${name}/filters`), this.weights(`${name}/bias`), stride);
  }

  private relu(input: string): string {
    return this.builder.relu(input);
  }

  private add(a: string, b: string): string {
    return this.builder.node('Add', [a, b]);
  }
}

/** TensorFlow's `conv2d` with SAME padding; `filters` in HWIO order. */
function conv2d(
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
function depthwiseConv2d(builder: GraphBuilder, input: string, filters: FloatTensor, stride: number): string {
  const weights = transpose(filters, [2, 3, 0, 1]);
  const window = { strides: [stride, stride], padding: 'SAME' } as const;
  return builder.conv(input, weights, undefined, window, weights.dims[0] ?? 1);
}
