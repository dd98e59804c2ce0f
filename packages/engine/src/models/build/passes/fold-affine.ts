import { GraphEditor } from '../graph-editor.js';
import { floatAttribute, floats, intAttribute } from '../onnx-graph.js';
import type { FloatTensor, Graph, GraphNode } from '../onnx-graph.js';

/** y = scale · x + shift, per channel: a batch normalisation at run time, or a product or sum with a constant. */
interface Affine {
  readonly scale: Float32Array;
  readonly shift: Float32Array;
}

/** Folds per-channel affine steps into the convolution or matrix product before them, until none is left to fold. */
export function foldAffine(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    const affine = affineOf(editor, node);
    if (affine !== undefined) foldBackward(editor, node, affine);
  }
  const folded = editor.finish();
  return folded.nodes.length < graph.nodes.length ? foldAffine(folded) : folded;
}

function affineOf(editor: GraphEditor, node: GraphNode): Affine | undefined {
  if (node.op === 'BatchNormalization') return batchNormAffine(editor, node);
  const constant = editor.floats(node.inputs[1]);
  if (constant === undefined || !isPerChannel(constant)) return undefined;
  if (node.op === 'Mul') return { scale: constant.data, shift: constant.data.map(() => 0) };
  if (node.op === 'Add') return { scale: constant.data.map(() => 1), shift: constant.data };
  return undefined;
}

export function batchNormAffine(editor: GraphEditor, node: GraphNode): Affine | undefined {
  const [gamma, beta, mean, variance] = node.inputs.slice(1).map((name) => editor.floats(name)?.data);
  if (!gamma || !beta || !mean || !variance) return undefined;
  const epsilon = floatAttribute(node, 'epsilon', 1e-5);
  const scale = gamma.map((value, c) => value / Math.sqrt((variance[c] ?? 0) + epsilon));
  return { scale, shift: beta.map((value, c) => value - (mean[c] ?? 0) * (scale[c] ?? 0)) };
}

/** A constant of shape C×1×1, alone or in a batch of one. */
function isPerChannel({ dims }: FloatTensor): boolean {
  return dims.length >= 3 && dims.at(-1) === 1 && dims.at(-2) === 1 && (dims.length === 3 || dims[0] === 1);
}

function foldBackward(editor: GraphEditor, node: GraphNode, { scale, shift }: Affine): void {
  const source = editor.producerOf(node.inputs[0]);
  if (source === undefined || editor.onlyUserOf(source.outputs[0]) !== node || editor.isReplaced(source))
    return;
  const weights = editor.floats(source.inputs[1]);
  const isGemm = source.op === 'Gemm' && intAttribute(source, 'transB', 0) === 1;
  if (weights?.dims[0] !== scale.length || !(source.op === 'Conv' || isGemm)) return;
  const bias = editor.floats(source.inputs[2])?.data;
  const [output = ''] = node.outputs;
  const run = weights.data.length / scale.length;
  const newWeights = weights.data.map((value, i) => value * (scale[Math.floor(i / run)] ?? 0));
  const newBias = shift.map((value, c) => value + (bias?.[c] ?? 0) * (scale[c] ?? 0));
  const inputs = [
    source.inputs[0] ?? '',
    editor.addConstant(`${output}.weights`, floats(weights.dims, newWeights)),
    editor.addConstant(`${output}.bias`, floats([newBias.length], newBias)),
  ];
  editor.replace(node);
  editor.replace(source, { ...source, inputs, outputs: [output] });
}
