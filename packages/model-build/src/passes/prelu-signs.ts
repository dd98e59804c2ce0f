import { GraphEditor } from '../onnx/graph-editor.js';
import { intAttribute } from '../onnx/onnx-graph.js';
import type { Graph, GraphNode } from '../onnx/onnx-graph.js';

/** For each channel of a value 1, or −1 where the rewritten graph holds it with its sign turned. */
export type Signs = Float32Array;

/**
 * The values of a graph that are better held with some signs turned: PReLUs with slopes above 1 in those channels, as
 * long as everyone who uses them can turn the sign back at no cost, and the sums that such a value goes into.
 */
export function preluSigns(graph: Graph): ReadonlyMap<string, Signs> {
  const editor = new GraphEditor(graph);
  const signs = new Map<string, Signs>();
  for (const node of graph.nodes) {
    const [output = ''] = node.outputs;
    const turned = signsOf(editor, node, signs);
    if (turned?.includes(-1)) signs.set(output, turned);
  }
  return signs;
}

function signsOf(editor: GraphEditor, node: GraphNode, known: ReadonlyMap<string, Signs>): Signs | undefined {
  switch (node.op) {
    case 'PRelu':
      return mayTurn(editor, node.outputs[0]) ? steepness(editor, node) : undefined;
    case 'Add':
      return node.inputs.map((name) => known.get(name)).find((turned) => turned !== undefined);
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

/** Whether all who use a value can do with turned signs: in the end these are convolutions and PReLUs. */
function mayTurn(editor: GraphEditor, value: string | undefined): boolean {
  if (value === undefined || editor.isOutput(value)) return false;
  return editor.usersOf(value).every((user) => {
    switch (user.op) {
      case 'Conv':
        return user.inputs[0] === value && editor.floats(user.inputs[1]) !== undefined;
      case 'PRelu':
        return true;
      case 'Add':
        return isSumWithConv(editor, user, value) && mayTurn(editor, user.outputs[0]);
      case 'Concat':
        return isConcatOfPrelus(editor, user) && mayTurn(editor, user.outputs[0]);
      default:
        return false;
    }
  });
}

/** A sum whose other part comes from a convolution, which can give it with the same signs turned. */
function isSumWithConv(editor: GraphEditor, add: GraphNode, value: string): boolean {
  const others = add.inputs.filter((name) => name !== value);
  const conv = editor.producerOf(others[0]);
  return others.length === 1 && conv?.op === 'Conv' && editor.onlyUserOf(others[0]) === add;
}

const isConcatOfPrelus = (editor: GraphEditor, concat: GraphNode): boolean =>
  intAttribute(concat, 'axis', 0) === 1 &&
  concat.inputs.every((name) => editor.producerOf(name)?.op === 'PRelu');
