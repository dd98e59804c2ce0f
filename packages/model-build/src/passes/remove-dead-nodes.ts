import type { Graph, GraphNode } from '../onnx/onnx-graph.js';

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
