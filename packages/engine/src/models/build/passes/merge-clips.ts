import { GraphEditor } from '../graph-editor.js';
import { floats } from '../onnx-graph.js';
import type { Graph, GraphNode } from '../onnx-graph.js';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Turns runs of Relu, Min, Max and Clip with fixed bounds into one Clip, which ONNX Runtime joins to a convolution. */
export function mergeClips(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const last of graph.nodes) {
    let range = rangeOf(editor, last);
    if (range === undefined || continues(editor, last)) continue;
    let first = last;
    for (;;) {
      const previous = editor.producerOf(first.inputs[0]);
      const inner = previous && continues(editor, previous) ? rangeOf(editor, previous) : undefined;
      if (previous === undefined || inner === undefined) break;
      range = { low: clamp(inner.low, range), high: clamp(inner.high, range) };
      editor.replace(previous);
      first = previous;
    }
    if (first !== last)
      editor.replace(last, clipNode(editor, first.inputs[0] ?? '', last.outputs[0] ?? '', range));
  }
  return editor.finish();
}

/** True if the only use of a node's value is another node of this kind. */
function continues(editor: GraphEditor, node: GraphNode): boolean {
  const user = editor.onlyUserOf(node.outputs[0]);
  return user !== undefined && rangeOf(editor, user) !== undefined;
}

function rangeOf(editor: GraphEditor, node: GraphNode): Range | undefined {
  if (node.op === 'Relu') return { low: 0, high: Infinity };
  const [a, b] = node.inputs.slice(1).map((name) => editor.floats(name)?.data[0]);
  if (node.op === 'Min' && a !== undefined) return { low: -Infinity, high: a };
  if (node.op === 'Max' && a !== undefined) return { low: a, high: Infinity };
  if (node.op === 'Clip' && a !== undefined && b !== undefined) return { low: a, high: b };
  return undefined;
}

function clamp(value: number, { low, high }: Range): number {
  return Math.min(Math.max(value, low), high);
}

function clipNode(editor: GraphEditor, input: string, output: string, { low, high }: Range): GraphNode {
  const bounds = [low, high].map((bound, i) =>
    editor.addConstant(`${output}.bound${i}`, floats([], [bound])),
  );
  return { op: 'Clip', inputs: [input, ...bounds], outputs: [output], attributes: {} };
}
