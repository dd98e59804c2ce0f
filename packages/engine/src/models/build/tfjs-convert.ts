import { conversionFailed } from './conversion-failed.js';
import type { GraphBuilder } from './graph-builder.js';
import { floats } from './onnx-graph.js';
import type { FloatTensor } from './onnx-graph.js';
import { conv2d, depthwiseConv2d } from './tf-layers.js';
import { numbersAttribute, textAttribute, textsAttribute } from './tfjs-graph.js';
import type { TfjsGraphModel, TfjsNode } from './tfjs-graph.js';
import type { NamedWeights } from './tfjs-weights.js';
import { reshape } from './weight-layout.js';

/**
 * Writes a TensorFlow.js graph model into `builder`, with images as NCHW where TensorFlow has NHWC.
 * Gives for a node's name the name of its value. Knows the operators of the nets we convert, and no others.
 */
export function convertTfjs(
  model: TfjsGraphModel,
  weights: NamedWeights,
  builder: GraphBuilder,
  input: string,
): (name: string) => string {
  const values = new Map<string, string>();
  const valueOf = (name: string | undefined): string => {
    const value = values.get(name ?? '');
    if (value === undefined) throw conversionFailed(`${name ?? 'an input'} is not computed`);
    return value;
  };
  for (const node of model.modelTopology.node) {
    if (node.op === 'Const') continue;
    values.set(node.name, node.op === 'Placeholder' ? input : convertNode(node, weights, builder, valueOf));
  }
  return valueOf;
}

function convertNode(
  node: TfjsNode,
  weights: NamedWeights,
  builder: GraphBuilder,
  valueOf: (name: string | undefined) => string,
): string {
  const [first, second = '', third = ''] = node.input ?? [];
  const value = valueOf(first);
  const plain = (op: string, ...others: readonly FloatTensor[]): string =>
    builder.node(op, [value, ...others.map((tensor) => builder.constant(tensor))]);
  switch (node.op) {
    case 'Conv2D':
      return conv2d(builder, value, weights(second), undefined, strideOf(node));
    case 'DepthwiseConv2dNative':
      return depthwiseConv2d(builder, value, weights(second), strideOf(node));
    case 'Mul':
    case 'Add':
      return plain(node.op, perChannel(weights(second)));
    case 'Minimum':
      return plain('Min', weights(second));
    case 'Maximum':
      return plain('Max', weights(second));
    case 'Relu':
    case 'Sigmoid':
    case 'Softmax':
      return plain(node.op);
    case 'Mean':
      return builder.node('Flatten', [plain('GlobalAveragePool')]);
    case '_FusedMatMul':
      return fusedMatMul(node, builder, plain('Gemm', weights(second), weights(third)));
    default:
      throw conversionFailed(`${node.op} is not known`);
  }
}

function fusedMatMul(node: TfjsNode, builder: GraphBuilder, product: string): string {
  const [bias, activation, ...more] = textsAttribute(node, 'fused_ops');
  if (bias !== 'BiasAdd' || more.length > 0) throw conversionFailed(`${node.name} fuses unknown operators`);
  if (activation === undefined) return product;
  if (activation !== 'Relu') throw conversionFailed(`fused ${activation} is not known`);
  return builder.relu(product);
}

function strideOf(node: TfjsNode): number {
  const [, stride] = numbersAttribute(node, 'strides');
  if (textAttribute(node, 'padding') !== 'SAME' || stride === undefined) {
    throw conversionFailed(`${node.name} has an unknown window`);
  }
  return stride;
}

function perChannel(tensor: FloatTensor): FloatTensor {
  return tensor.dims.length === 1 ? reshape(tensor, [tensor.data.length, 1, 1]) : floats([], tensor.data);
}
