import { ConversionError } from '../conversion-error.js';
import { decodeOnnx } from '../onnx/onnx-file.js';
import type { Graph, GraphPort } from '../onnx/onnx-graph.js';

/**
 * Our own model for age and gender (lab/training/attributes), without the last step to probabilities: logits can be averaged
 * over views of a face.
 * Input: `pixels` N×3×96×96, red, green and blue 0..255. Outputs: `male` N×1, `age_groups` N×9, calibrated logits.
 */
export function attributesGraph(file: Uint8Array): Graph {
  const graph = decodeOnnx(file);
  const probabilities = new Map([
    ['male', 'Sigmoid'],
    ['age_groups', 'Softmax'],
  ]);
  const logits = new Map<string, GraphPort>();
  for (const { op, inputs, outputs } of graph.nodes) {
    const [name = ''] = outputs;
    const [value = ''] = inputs;
    if (probabilities.get(name) === op) logits.set(value, portOf(graph, name));
  }
  if (logits.size !== probabilities.size) {
    throw new ConversionError('the ONNX file does not end in the probabilities of gender and age groups');
  }
  const ends = new Set(logits.keys());
  const renamed = (name: string): string => (ends.has(name) ? (logits.get(name)?.name ?? name) : name);
  const replaced = new Set([...probabilities.keys(), 'years']);
  return {
    ...graph,
    outputs: [...logits.values()],
    nodes: graph.nodes
      .filter(({ outputs: [name = ''] }) => !replaced.has(name))
      .map((node) => ({ ...node, outputs: node.outputs.map(renamed) })),
  };
}

function portOf(graph: Graph, name: string): GraphPort {
  const port = graph.outputs.find((output) => output.name === name);
  if (port === undefined) throw new ConversionError(`the ONNX file has no output ${name}`);
  return port;
}
