import { GraphEditor } from '../onnx/graph-editor.js';
import type { FloatTensor, Graph, GraphNode } from '../onnx/onnx-graph.js';
import { sliceRows } from '../onnx/tensors.js';

/**
 * pad(x) + conv(y), where x gets channels of zeros, as concat(x + first rows of conv(y), other rows of conv(y)).
 * ONNX Runtime cannot pad channels in its blocked layout, but it can add into a convolution and join blocks.
 */
export function concatPaddedSums(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const add of graph.nodes) {
    if (add.op !== 'Add') continue;
    const [a, b] = add.inputs.map((name) => editor.producerOf(name));
    if (a === undefined || b === undefined) continue;
    if (a.op === 'Pad') rewrite(editor, add, a, b);
    else if (b.op === 'Pad') rewrite(editor, add, b, a);
  }
  return editor.finish();
}

function rewrite(editor: GraphEditor, add: GraphNode, pad: GraphNode, conv: GraphNode): void {
  const weights = editor.floats(conv.inputs[1]);
  const rows = weights?.dims[0] ?? 0;
  const first = rows - addedChannels(editor, pad);
  if (conv.op !== 'Conv' || weights === undefined || first <= 0 || first >= rows) return;
  if (editor.onlyUserOf(conv.outputs[0]) !== add || editor.onlyUserOf(pad.outputs[0]) !== add) return;
  const [sum = ''] = add.outputs;
  const part = (from: number, to: number): GraphNode => ({
    ...conv,
    inputs: conv.inputs.map((name, i) => {
      const tensor = i === 0 ? undefined : editor.floats(name);
      return tensor === undefined
        ? name
        : editor.addConstant(`${name}.rows${from}`, sliceRows(tensor, from, to));
    }),
    outputs: [`${sum}.rows${from}`],
  });
  const low = part(0, first);
  const high = part(first, rows);
  const lowSum: GraphNode = {
    op: 'Add',
    inputs: [pad.inputs[0] ?? '', low.outputs[0] ?? ''],
    outputs: [`${sum}.sum`],
    attributes: {},
  };
  const activation = editor.onlyUserOf(sum);
  const moved = activation?.op === 'Relu' || activation?.op === 'PRelu' ? activation : undefined;
  const pieces = [lowSum, high].map((piece, i) =>
    moved === undefined ? undefined : activated(editor, moved, piece, i === 0 ? [0, first] : [first, rows]),
  );
  const concat: GraphNode = {
    op: 'Concat',
    inputs: [lowSum, high].map((piece, i) => (pieces[i] ?? piece).outputs[0] ?? ''),
    outputs: moved?.outputs ?? [sum],
    attributes: { axis: { type: 'int', value: 1 } },
  };
  editor.replace(pad);
  editor.replace(conv);
  editor.replace(add, low, high, lowSum, ...pieces.filter((piece) => piece !== undefined), concat);
  if (moved !== undefined) editor.replace(moved);
}

/** An activation works on each channel alone, so it may stand before the concat, where it joins a convolution. */
function activated(
  editor: GraphEditor,
  activation: GraphNode,
  piece: GraphNode,
  [from, to]: readonly [number, number],
): GraphNode {
  const [value = ''] = piece.outputs;
  const slopes = activation.inputs.slice(1).map((name) => {
    const slope: FloatTensor | undefined = editor.floats(name);
    return slope === undefined ? name : editor.addConstant(`${name}.rows${from}`, sliceRows(slope, from, to));
  });
  return { ...activation, inputs: [value, ...slopes], outputs: [`${value}.active`] };
}

/** How many channels of zeros a Pad puts after the others; 0 if it pads anything else. */
function addedChannels(editor: GraphEditor, pad: GraphNode): number {
  const pads = editor.ints(pad.inputs[1]);
  const isElsewhere = pads.some((count, i) => count !== 0 && i !== 5);
  return pads.length === 8 && !isElsewhere ? (pads[5] ?? 0) : 0;
}
