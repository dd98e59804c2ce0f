import { GraphEditor } from '../onnx/graph-editor.js';
import { intAttribute } from '../onnx/onnx-graph.js';
import type { Graph, GraphNode } from '../onnx/onnx-graph.js';

/** For each channel of a value: 1, or −1 if the rewritten graph holds it negated. */
export type Signs = Float32Array;

/**
 * The values of a graph that are better held with some channels negated: PReLUs with slopes above 1 in those channels, if
 * all their consumers can undo it at no cost, and the sums that such a value goes into.
 */
export function preluSigns(graph: Graph): ReadonlyMap<string, Signs> {
  const editor = new GraphEditor(graph);
  const signs = new Map<string, Signs>();
  for (const node of graph.nodes) {
    const [output = ''] = node.outputs;
    const negated = signsOf(editor, node, signs);
    if (negated?.includes(-1)) signs.set(output, negated);
  }
  return signs;
}

function signsOf(editor: GraphEditor, node: GraphNode, known: ReadonlyMap<string, Signs>): Signs | undefined {
  switch (node.op) {
    case 'PRelu':
      return canBeNegated(editor, node.outputs[0]) ? steepness(editor, node) : undefined;
    case 'Add':
      return node.inputs.map((name) => known.get(name)).find((negated) => negated !== undefined);
    case 'Concat': {
      const parts = node.inputs.map((name) => known.get(name));
      if (parts.every((part) => part === undefined)) return undefined;
      const makers = node.inputs.map((name) => editor.producerOf(name));
      return Float32Array.from(
        parts.flatMap((part, i) => [...(part ?? steepness(editor, makers[i])?.fill(1) ?? [])]),
      );
    }
    default:
      return undefined;
  }
}

/** −1 where the slope of a PReLU is above 1. */
const steepness = (editor: GraphEditor, prelu: GraphNode | undefined): Signs | undefined =>
  editor.floats(prelu?.inputs[1])?.data.map((slope) => (slope > 1 ? -1 : 1));

/** Whether all consumers of a value can take it negated: in the end these are convolutions and PReLUs. */
function canBeNegated(editor: GraphEditor, value: string | undefined): boolean {
  if (value === undefined || editor.isOutput(value)) return false;
  return editor.usersOf(value).every((user) => {
    switch (user.op) {
      case 'Conv':
        return user.inputs[0] === value && editor.floats(user.inputs[1]) !== undefined;
      case 'PRelu':
        return true;
      case 'Add':
        return isSumWithConv(editor, user, value) && canBeNegated(editor, user.outputs[0]);
      case 'Concat':
        return isConcatOfPrelus(editor, user) && canBeNegated(editor, user.outputs[0]);
      default:
        return false;
    }
  });
}

/** A sum whose other part comes from a convolution, which can negate the same channels. */
function isSumWithConv(editor: GraphEditor, add: GraphNode, value: string): boolean {
  const others = add.inputs.filter((name) => name !== value);
  const conv = editor.producerOf(others[0]);
  return others.length === 1 && conv?.op === 'Conv' && editor.onlyUserOf(others[0]) === add;
}

const isConcatOfPrelus = (editor: GraphEditor, concat: GraphNode): boolean =>
  intAttribute(concat, 'axis', 0) === 1 &&
  concat.inputs.every((name) => editor.producerOf(name)?.op === 'PRelu');
