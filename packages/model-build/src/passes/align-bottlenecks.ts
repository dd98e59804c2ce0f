import { GraphEditor } from '../onnx/graph-editor.js';
import { intAttribute, type Graph, type GraphNode } from '../onnx/onnx-graph.js';
import { padColumns, padRows } from '../onnx/tensors.js';

/** The widest block of channels in ONNX Runtime's blocked layout (AVX-512); narrower ones divide it. */
const BLOCK = 16;

/** A narrow part of a model: convolution → depthwise convolution → convolution, with activations between. */
interface Bottleneck {
  readonly enter: GraphNode;
  readonly activations: readonly GraphNode[];
  readonly depthwise: GraphNode;
  readonly leave: GraphNode;
}

/**
 * Widens depthwise convolutions to a whole number of blocks with channels that stay zero.
 * A depthwise convolution of, say, 12 channels cannot run blocked, and the reorders around it cost more than 4 zeros.
 */
export function alignBottlenecks(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    const channels = intAttribute(node, 'group', 1);
    if (node.op !== 'Conv' || channels === 1 || channels % BLOCK === 0) continue;
    const bottleneck = bottleneckAround(editor, node);
    if (bottleneck !== undefined) widen(editor, bottleneck, Math.ceil(channels / BLOCK) * BLOCK);
  }
  return editor.finish();
}

function bottleneckAround(editor: GraphEditor, depthwise: GraphNode): Bottleneck | undefined {
  const activations: GraphNode[] = [];
  let enter = editor.producerOf(depthwise.inputs[0]);
  let user: GraphNode = depthwise;
  while (enter !== undefined && isActivation(enter)) {
    if (editor.onlyUserOf(enter.outputs[0]) !== user) return undefined;
    activations.push(enter);
    user = enter;
    enter = editor.producerOf(enter.inputs[0]);
  }
  if (enter === undefined || editor.onlyUserOf(enter.outputs[0]) !== user) return undefined;
  let leave = editor.onlyUserOf(depthwise.outputs[0]);
  while (leave !== undefined && isActivation(leave)) {
    activations.push(leave);
    leave = editor.onlyUserOf(leave.outputs[0]);
  }
  if (leave === undefined || !isDense(enter) || !isDense(leave)) return undefined;
  return [enter, depthwise, leave].some((node) => editor.isReplaced(node))
    ? undefined
    : { enter, activations, depthwise, leave };
}

function widen(
  editor: GraphEditor,
  { enter, activations, depthwise, leave }: Bottleneck,
  channels: number,
): void {
  const padded = (node: GraphNode): GraphNode => ({
    ...node,
    inputs: node.inputs.map((name, i) => {
      const tensor = i === 0 ? undefined : editor.floats(name);
      return tensor === undefined ? name : editor.addConstant(`${name}.wide`, padRows(tensor, channels));
    }),
  });
  editor.replace(enter, padded(enter));
  editor.replace(depthwise, {
    ...padded(depthwise),
    attributes: { ...depthwise.attributes, group: { type: 'int', value: channels } },
  });
  for (const node of activations) if (node.op === 'PRelu') editor.replace(node, padded(node));
  const [input = '', weightName = '', ...rest] = leave.inputs;
  const weights = editor.floats(weightName);
  if (weights === undefined) return;
  const wide = editor.addConstant(`${weightName}.wide`, padColumns(weights, channels));
  editor.replace(leave, { ...leave, inputs: [input, wide, ...rest] });
}

function isActivation(node: GraphNode): boolean {
  return node.op === 'Relu' || node.op === 'Clip' || node.op === 'PRelu';
}

function isDense(node: GraphNode): boolean {
  return node.op === 'Conv' && intAttribute(node, 'group', 1) === 1;
}
