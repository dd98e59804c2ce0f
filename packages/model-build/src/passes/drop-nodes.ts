import { intAttribute, type Graph, type GraphNode, type Tensor } from '../onnx/onnx-graph.js';

/** Removes nodes that pass their input through unchanged at inference. */
export function dropIdentities(graph: Graph): Graph {
  const outputs = new Set(graph.outputs.map((port) => port.name));
  const outside = new Set([...graph.inputs.map((port) => port.name), ...graph.constants.keys()]);
  const renamed = new Map<string, string>();
  const root = (name: string): string => {
    const other = renamed.get(name);
    return other === undefined ? name : root(other);
  };
  const kept: GraphNode[] = [];
  for (const node of graph.nodes) {
    const [input = ''] = node.inputs;
    const [output = ''] = node.outputs;
    const source = root(input);
    if (!isIdentity(node, graph.constants.get(source))) kept.push(node);
    else if (!outputs.has(output)) renamed.set(output, source);
    // The graph's outputs keep their names, so here it is the source that is renamed.
    else if (outside.has(source) || outputs.has(source)) kept.push(node);
    else renamed.set(source, output);
  }
  return {
    ...graph,
    nodes: kept.map((node) => ({ ...node, inputs: node.inputs.map(root), outputs: node.outputs.map(root) })),
  };
}

/** A value's type in ONNX. */
const FLOAT = 1;

/** Floats are held in single precision, so half-precision weights need no conversion any more. */
function isIdentity(node: GraphNode, constant: Tensor | undefined): boolean {
  if (node.op === 'Cast') return intAttribute(node, 'to', 0) === FLOAT && constant?.type === 'float';
  return node.op === 'Identity' || node.op === 'Dropout';
}

/** Keeps only the nodes and constants on which an output depends. */
export function removeDeadNodes(graph: Graph): Graph {
  const needed = new Set(graph.outputs.map((port) => port.name));
  const nodes: GraphNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((output) => needed.has(output))) continue;
    nodes.push(node);
    for (const input of node.inputs) needed.add(input);
  }
  return {
    ...graph,
    nodes: nodes.reverse(),
    constants: new Map([...graph.constants].filter(([name]) => needed.has(name))),
  };
}
