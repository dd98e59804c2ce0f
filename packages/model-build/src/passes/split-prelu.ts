import { GraphEditor } from '../onnx/graph-editor.js';
import { floats, intAttribute, type FloatTensor, type Graph, type GraphNode } from '../onnx/onnx-graph.js';
import { scaleColumns, scaleRows } from '../onnx/tensors.js';
import { preluSigns, type Signs } from './prelu-signs.js';

/** Up to this many products per output value, running a convolution twice is cheaper than passing over its map twice. */
const CHEAP_PRODUCTS = 32;

type AllSigns = ReadonlyMap<string, Signs>;

/**
 * Rewrites each PReLU with convolutions and Relu.
 * ONNX Runtime has PReLU only for plain NCHW, so each one costs two reorders of a map; convolutions stay blocked.
 */
export function splitPrelu(graph: Graph): Graph {
  const signs = preluSigns(graph);
  return graph.nodes
    .filter((node) => node.op === 'PRelu')
    .reduce((result, { outputs }) => splitOne(result, outputs[0] ?? '', signs), negateConvs(graph, signs));
}

function splitOne(graph: Graph, name: string, signs: AllSigns): Graph {
  const editor = new GraphEditor(graph);
  const node = editor.producerOf(name);
  const slope = editor.floats(node?.inputs[1])?.data;
  if (node === undefined || slope === undefined) return graph;
  const inSigns = signs.get(node.inputs[0] ?? '') ?? slope.map(() => 1);
  const outSigns = signs.get(name) ?? slope.map(() => 1);
  if (slope.every((a, c) => (1 - a) * (outSigns[c] ?? 1) >= 0)) {
    splitConvex(editor, node, slope, inSigns, outSigns);
  } else splitPlain(editor, node, slope, inSigns);
  return editor.finish();
}

/**
 * a·x + relu((1−a)·x), both terms straight from convolutions, with Relu joined to one and the sum to the other.
 * Where a > 1 this is −a·x + relu((a−1)·x), which is −PReLU; where x itself is held as −x, both factors change sign.
 */
function splitConvex(
  editor: GraphEditor,
  node: GraphNode,
  slope: Float32Array,
  inSigns: Signs,
  outSigns: Signs,
): void {
  const [input = ''] = node.inputs;
  const [output = ''] = node.outputs;
  const linear = slope.map((a, c) => a * (inSigns[c] ?? 1) * (outSigns[c] ?? 1));
  const kink = slope.map((a, c) => Math.abs(1 - a) * (inSigns[c] ?? 1));
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
}

/** a·x + (1−a)·relu(x), for slopes of any size and users of any kind. */
function splitPlain(editor: GraphEditor, node: GraphNode, slope: Float32Array, inSigns: Signs): void {
  const [input = ''] = node.inputs;
  const [output = ''] = node.outputs;
  const isNegated = inSigns.includes(-1);
  const upright = isNegated ? `${output}.upright` : input;
  editor.replace(
    node,
    ...(isNegated ? [scaled(editor, input, inSigns, upright)] : []),
    { op: 'Relu', inputs: [upright], outputs: [`${output}.relu`], attributes: {} },
    scaled(
      editor,
      `${output}.relu`,
      slope.map((a) => 1 - a),
      `${output}.kink`,
    ),
    scaled(
      editor,
      input,
      slope.map((a, c) => a * (inSigns[c] ?? 1)),
      `${output}.linear`,
    ),
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

/** Undoes negations in convolutions that use a negated value, and negates convolutions that are added to one. */
function negateConvs(graph: Graph, signs: AllSigns): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    if (node.op !== 'Conv') continue;
    const [input = '', weightName = ''] = node.inputs;
    const [output = ''] = node.outputs;
    const inputSigns = signs.get(input);
    const user = editor.onlyUserOf(output);
    const outputSigns = user?.op === 'Add' ? signs.get(user.outputs[0] ?? '') : undefined;
    const weights = editor.floats(weightName);
    if ((inputSigns === undefined && outputSigns === undefined) || weights === undefined) continue;
    const conv = inputSigns === undefined ? node : withoutNegation(editor, node, weights, inputSigns);
    editor.replace(node, outputSigns === undefined ? conv : scaledCopy(editor, conv, outputSigns, output));
  }
  return editor.finish();
}

function withoutNegation(
  editor: GraphEditor,
  conv: GraphNode,
  weights: FloatTensor,
  signs: Signs,
): GraphNode {
  const [value = '', weightName = '', ...rest] = conv.inputs;
  const isDepthwise = intAttribute(conv, 'group', 1) > 1;
  const signed = isDepthwise ? scaleRows(weights, signs) : scaleColumns(weights, signs);
  return { ...conv, inputs: [value, editor.addConstant(`${weightName}.signed`, signed), ...rest] };
}

function isCheap(editor: GraphEditor, node: GraphNode): boolean {
  const weights = editor.floats(node.inputs[1]);
  if (node.op !== 'Conv' || weights === undefined) return false;
  const products = weights.dims.slice(1).reduce((product, dim) => product * dim, 1);
  return products <= CHEAP_PRODUCTS;
}
