import { EngineError } from '../../errors.js';
import type { GraphBuilder } from './graph-builder.js';
import { floats } from './onnx-graph.js';
import type { FloatTensor } from './onnx-graph.js';
import { conv2d, depthwiseConv2d, sameSize } from './tf-layers.js';
import type { SquareMap } from './tf-layers.js';
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
  input: SquareMap,
): (name: string) => string {
  const maps = new Map<string, SquareMap>();
  const mapOf = (name: string | undefined): SquareMap => {
    const map = maps.get(name ?? '');
    if (map === undefined) throw failed(`${name ?? 'an input'} is not computed`);
    return map;
  };
  for (const node of model.modelTopology.node) {
    if (node.op === 'Const') continue;
    maps.set(node.name, node.op === 'Placeholder' ? input : convertNode(node, weights, builder, mapOf));
  }
  return (name) => mapOf(name).value;
}

function convertNode(
  node: TfjsNode,
  weights: NamedWeights,
  builder: GraphBuilder,
  mapOf: (name: string | undefined) => SquareMap,
): SquareMap {
  const [first, second = '', third = ''] = node.input ?? [];
  const map = mapOf(first);
  const plain = (op: string, ...others: readonly FloatTensor[]): SquareMap =>
    sameSize(map, (value) => builder.node(op, [value, ...others.map((tensor) => builder.constant(tensor))]));
  switch (node.op) {
    case 'Conv2D':
      return conv2d(builder, map, weights(second), undefined, strideOf(node));
    case 'DepthwiseConv2dNative':
      return depthwiseConv2d(builder, map, weights(second), strideOf(node));
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
      return sameSize(map, (value) => builder.node('Flatten', [builder.node('GlobalAveragePool', [value])]));
    case '_FusedMatMul':
      return fusedMatMul(node, builder, plain('Gemm', weights(second), weights(third)));
    default:
      throw failed(`${node.op} is not known`);
  }
}

function fusedMatMul(node: TfjsNode, builder: GraphBuilder, product: SquareMap): SquareMap {
  const [bias, activation, ...more] = textsAttribute(node, 'fused_ops');
  if (bias !== 'BiasAdd' || more.length > 0) throw failed(`${node.name} fuses unknown operators`);
  if (activation === undefined) return product;
  if (activation !== 'Relu') throw failed(`fused ${activation} is not known`);
  return sameSize(product, (value) => builder.relu(value));
}

function strideOf(node: TfjsNode): 1 | 2 {
  const [, stride] = numbersAttribute(node, 'strides');
  if (textAttribute(node, 'padding') !== 'SAME' || (stride !== 1 && stride !== 2)) {
    throw failed(`${node.name} has an unknown window`);
  }
  return stride;
}

function perChannel(tensor: FloatTensor): FloatTensor {
  return tensor.dims.length === 1 ? reshape(tensor, [tensor.data.length, 1, 1]) : floats([], tensor.data);
}

function failed(what: string): EngineError {
  return new EngineError('model-build-failed', { what: `TensorFlow.js graph: ${what}` });
}
