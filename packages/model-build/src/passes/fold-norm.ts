import { GraphEditor } from '../onnx/graph-editor.js';
import { floatAttribute, floats, intAttribute, type Graph, type GraphNode } from '../onnx/onnx-graph.js';
import { scaleRows } from '../onnx/tensors.js';

/** What a batch normalisation computes at inference: scale · x + shift, per channel. */
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

function affineOfNorm(editor: GraphEditor, norm: GraphNode): Affine | undefined {
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

/** Folds a batch normalisation forward into normalise → flatten → matrix product, where nothing before can take it. */
export function foldNormBeforeProduct(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) if (node.op === 'BatchNormalization') foldForward(editor, node);
  return editor.finish();
}

/** Each channel covers one run of the product's columns. */
function foldForward(editor: GraphEditor, norm: GraphNode): void {
  const affine = affineOfNorm(editor, norm);
  const flatten = editor.onlyUserOf(norm.outputs[0]);
  const gemm = editor.onlyUserOf(flatten?.outputs[0]);
  const weights = editor.floats(gemm?.inputs[1]);
  if (affine === undefined || flatten?.op !== 'Flatten' || gemm?.op !== 'Gemm' || weights === undefined)
    return;
  if (intAttribute(gemm, 'transB', 0) !== 1) return;
  const [rows = 0, columns = 0] = weights.dims;
  const run = columns / affine.scale.length;
  const bias = Float64Array.from(editor.floats(gemm.inputs[2])?.data ?? new Float32Array(rows));
  const data = new Float32Array(weights.data.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const channel = Math.floor(column / run);
      const weight = weights.data[row * columns + column] ?? 0;
      data[row * columns + column] = weight * (affine.scale[channel] ?? 0);
      bias[row] = (bias[row] ?? 0) + weight * (affine.shift[channel] ?? 0);
    }
  }
  const [output = ''] = gemm.outputs;
  const inputs = [
    gemm.inputs[0] ?? '',
    editor.addConstant(`${output}.weights`, floats(weights.dims, data)),
    editor.addConstant(`${output}.bias`, floats([rows], Float32Array.from(bias))),
  ];
  editor.replace(norm);
  editor.replace(flatten, { ...flatten, inputs: norm.inputs.slice(0, 1) });
  editor.replace(gemm, { ...gemm, inputs });
}
