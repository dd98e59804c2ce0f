import { GraphEditor } from '../onnx/graph-editor.js';
import { floatAttribute, floats, intAttribute } from '../onnx/onnx-graph.js';
import type { Graph, GraphNode } from '../onnx/onnx-graph.js';
import { scaleRows } from '../onnx/channel-tensors.js';

/** What a batch normalisation computes when a net is only run: scale · x + shift, per channel. */
interface Affine {
  readonly scale: Float32Array;
  readonly shift: Float32Array;
}

/** Folds each batch normalisation into the convolution or matrix product before it. */
export function foldNormAfterProduct(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) if (node.op === 'BatchNormalization') foldBackward(editor, node);
  return editor.finish();
}

export function affineOfNorm(editor: GraphEditor, norm: GraphNode): Affine | undefined {
  const [gamma, beta, mean, variance] = norm.inputs.slice(1).map((name) => editor.floats(name)?.data);
  if (!gamma || !beta || !mean || !variance) return undefined;
  const epsilon = floatAttribute(norm, 'epsilon', 1e-5);
  const scale = gamma.map((value, c) => value / Math.sqrt((variance[c] ?? 0) + epsilon));
  return { scale, shift: beta.map((value, c) => value - (mean[c] ?? 0) * (scale[c] ?? 0)) };
}

function foldBackward(editor: GraphEditor, norm: GraphNode): void {
  const affine = affineOfNorm(editor, norm);
  const source = editor.producerOf(norm.inputs[0]);
  if (affine === undefined || source === undefined || editor.onlyUserOf(source.outputs[0]) !== norm) return;
  const { scale, shift } = affine;
  const weights = editor.floats(source.inputs[1]);
  const isGemm = source.op === 'Gemm' && intAttribute(source, 'transB', 0) === 1;
  if (weights?.dims[0] !== scale.length || !(source.op === 'Conv' || isGemm)) return;
  const bias = editor.floats(source.inputs[2])?.data;
  const newBias = shift.map((value, c) => value + (bias?.[c] ?? 0) * (scale[c] ?? 0));
  const [output = ''] = norm.outputs;
  const inputs = [
    source.inputs[0] ?? '',
    editor.addConstant(`${output}.weights`, scaleRows(weights, scale)),
    editor.addConstant(`${output}.bias`, floats([newBias.length], newBias)),
  ];
  editor.replace(norm);
  editor.replace(source, { ...source, inputs, outputs: [output] });
}
