import { GraphEditor } from '../graph-editor.js';
import { floats } from '../onnx-graph.js';
import type { Graph, GraphNode } from '../onnx-graph.js';

/**
 * PReLU as a·x + (1−a)·relu(x), both products as 1×1 depthwise convolutions.
 * ONNX Runtime has PReLU only for plain NCHW, so each one costs two reorders of a map; convolutions stay blocked.
 */
export function splitPrelu(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    const slope = editor.floats(node.inputs[1])?.data;
    if (node.op !== 'PRelu' || slope === undefined) continue;
    const [input = ''] = node.inputs;
    const [output = ''] = node.outputs;
    const scaled = (value: string, factors: Float32Array, name: string): GraphNode => {
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
    };
    const rest = slope.map((value) => 1 - value);
    editor.replace(
      node,
      scaled(input, slope, `${output}.linear`),
      { op: 'Relu', inputs: [input], outputs: [`${output}.relu`], attributes: {} },
      scaled(`${output}.relu`, rest, `${output}.rest`),
      { op: 'Add', inputs: [`${output}.linear`, `${output}.rest`], outputs: [output], attributes: {} },
    );
  }
  return editor.finish();
}
