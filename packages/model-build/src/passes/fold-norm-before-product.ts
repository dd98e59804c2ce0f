import { GraphEditor } from '../onnx/graph-editor.js';
import { floats, intAttribute } from '../onnx/onnx-graph.js';
import type { Graph, GraphNode } from '../onnx/onnx-graph.js';
import { affineOfNorm } from './fold-norm-after-product.js';

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
