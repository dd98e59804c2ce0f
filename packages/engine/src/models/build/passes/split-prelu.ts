import { scaleColumns, scaleRows } from '../onnx/channel-tensors.js';
import { GraphEditor } from '../onnx/graph-editor.js';
import { floats, intAttribute } from '../onnx/onnx-graph.js';
import type { FloatTensor, Graph, GraphNode } from '../onnx/onnx-graph.js';

/** Up to so many products per number it is cheaper to run a convolution twice than to pass over its map twice. */
const CHEAP_PRODUCTS = 32;

/**
 * Rewrites each PReLU with convolutions and Relu.
 * ONNX Runtime has PReLU only for plain NCHW, so each one costs two reorders of a map; convolutions stay blocked.
 */
export function splitPrelu(graph: Graph): Graph {
  return graph.nodes.reduce((result, node) => (node.op === 'PRelu' ? splitOne(result, node) : result), graph);
}

function splitOne(graph: Graph, { outputs: [name = ''] }: GraphNode): Graph {
  const editor = new GraphEditor(graph);
  const node = editor.producerOf(name);
  const slope = editor.floats(node?.inputs[1])?.data;
  if (node === undefined || slope === undefined) return graph;
  const users = editor.usersOf(name);
  const feedsOnlyConvs = !editor.isOutput(name) && users.every((user) => user.op === 'Conv');
  if (feedsOnlyConvs || slope.every((a) => a <= 1)) splitConvex(editor, node, slope, users);
  else splitPlain(editor, node, slope);
  return editor.finish();
}

/**
 * a·x + relu((1−a)·x), both terms straight from convolutions, with Relu joined to one and the sum to the other.
 * Where a > 1 this is −a·x + relu((a−1)·x), which is −PReLU: the convolutions that use the channel turn the sign back.
 */
function splitConvex(
  editor: GraphEditor,
  node: GraphNode,
  slope: Float32Array,
  users: readonly GraphNode[],
): void {
  const [input = ''] = node.inputs;
  const [output = ''] = node.outputs;
  const signs = slope.map((a) => (a > 1 ? -1 : 1));
  const linear = slope.map((a, c) => a * (signs[c] ?? 1));
  const kink = slope.map((a) => Math.abs(1 - a));
  const source = editor.producerOf(input);
  const copied = source && editor.onlyUserOf(input) === node && isCheap(editor, source) ? source : undefined;
  const term = (factors: Float32Array, name: string): GraphNode =>
    copied === undefined ? scaled(editor, input, factors, name) : scaledCopy(editor, copied, factors, name);
  if (copied !== undefined) editor.replace(copied);
  editor.replace(
    node,
    term(kink, `${output}.kink`),
    { op: 'Relu', inputs: [`${output}.kink`], outputs: [`${output}.relu`], attributes: {} },
    term(linear, `${output}.linear`),
    { op: 'Add', inputs: [`${output}.linear`, `${output}.relu`], outputs: [output], attributes: {} },
  );
  if (signs.includes(-1)) for (const user of users) turnSigns(editor, user, signs);
}

/** a·x + (1−a)·relu(x), for slopes of any size and users of any kind. */
function splitPlain(editor: GraphEditor, node: GraphNode, slope: Float32Array): void {
  const [input = ''] = node.inputs;
  const [output = ''] = node.outputs;
  editor.replace(
    node,
    { op: 'Relu', inputs: [input], outputs: [`${output}.relu`], attributes: {} },
    scaled(
      editor,
      `${output}.relu`,
      slope.map((a) => 1 - a),
      `${output}.kink`,
    ),
    scaled(editor, input, slope, `${output}.linear`),
    { op: 'Add', inputs: [`${output}.linear`, `${output}.kink`], outputs: [output], attributes: {} },
  );
}

/** One factor for each channel, as a 1×1 depthwise convolution. */
function scaled(editor: GraphEditor, value: string, factors: Float32Array, name: string): GraphNode {
  const weights = editor.addConstant(`${name}.weights`, floats([factors.length, 1, 1, 1], factors));
  return {
    op: 'Conv',
    inputs: [value, weights],
    outputs: [name],
    attributes: {
      kernel_shape: { type: 'ints', value: [1, 1] },
      group: { type: 'int', value: factors.length },
    },
  };
}

/** A convolution with each of its channels multiplied by a factor. */
function scaledCopy(editor: GraphEditor, conv: GraphNode, factors: Float32Array, name: string): GraphNode {
  const inputs = conv.inputs.map((constant, i) => {
    const tensor = i === 0 ? undefined : editor.floats(constant);
    return tensor === undefined
      ? constant
      : editor.addConstant(`${name}.input${i}`, scaleRows(tensor, factors));
  });
  return { ...conv, inputs, outputs: [name] };
}

function turnSigns(editor: GraphEditor, conv: GraphNode, signs: Float32Array): void {
  const [value = '', weightName = '', ...rest] = conv.inputs;
  const weights = editor.floats(weightName);
  if (weights === undefined) return;
  const isDepthwise = intAttribute(conv, 'group', 1) > 1;
  const turned: FloatTensor = isDepthwise ? scaleRows(weights, signs) : scaleColumns(weights, signs);
  const name = editor.addConstant(`${weightName}.signed`, turned);
  editor.replace(conv, { ...conv, inputs: [value, name, ...rest] });
}

function isCheap(editor: GraphEditor, node: GraphNode): boolean {
  const weights = editor.floats(node.inputs[1]);
  if (node.op !== 'Conv' || weights === undefined) return false;
  const products = weights.dims.slice(1).reduce((product, dim) => product * dim, 1);
  return products <= CHEAP_PRODUCTS;
}
