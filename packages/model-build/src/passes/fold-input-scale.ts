import { GraphEditor } from '../onnx/graph-editor.js';
import { floats } from '../onnx/onnx-graph.js';
import type { Graph } from '../onnx/onnx-graph.js';

/** A product with one number before a convolution goes into its weights; zero padding stays zero, so this is exact. */
export function foldInputScale(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    const factor = editor.floats(node.inputs[1])?.data;
    if (node.op !== 'Mul' || factor?.length !== 1) continue;
    const conv = editor.onlyUserOf(node.outputs[0]);
    const weights = editor.floats(conv?.inputs[1]);
    if (conv?.op !== 'Conv' || weights === undefined) continue;
    const scaled = floats(
      weights.dims,
      weights.data.map((value) => value * (factor[0] ?? 1)),
    );
    const [output = ''] = conv.outputs;
    const inputs = [
      node.inputs[0] ?? '',
      editor.addConstant(`${output}.scaled`, scaled),
      ...conv.inputs.slice(2),
    ];
    editor.replace(node);
    editor.replace(conv, { ...conv, inputs });
  }
  return editor.finish();
}
