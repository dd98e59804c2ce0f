import type { FloatTensor, Graph, GraphNode, Tensor } from './onnx-graph.js';

/** The producer and the consumers of each value of a graph, and the changes that a pass makes to the graph. */
export class GraphEditor {
  private readonly producers = new Map<string, GraphNode>();
  private readonly consumers = new Map<string, GraphNode[]>();
  private readonly outputs: ReadonlySet<string>;
  private readonly replacements = new Map<GraphNode, readonly GraphNode[]>();
  private readonly constants: Map<string, Tensor>;

  constructor(private readonly graph: Graph) {
    this.constants = new Map(graph.constants);
    this.outputs = new Set(graph.outputs.map((port) => port.name));
    for (const node of graph.nodes) {
      for (const output of node.outputs) this.producers.set(output, node);
      for (const input of node.inputs) this.consumers.set(input, [...this.usersOf(input), node]);
    }
  }

  producerOf(value: string | undefined): GraphNode | undefined {
    return this.producers.get(value ?? '');
  }

  usersOf(value: string | undefined): readonly GraphNode[] {
    return this.consumers.get(value ?? '') ?? [];
  }

  /** The one node that uses a value, or nothing if there are several or the value leaves the graph. */
  onlyUserOf(value: string | undefined): GraphNode | undefined {
    const users = this.usersOf(value);
    return users.length === 1 && !this.outputs.has(value ?? '') ? users[0] : undefined;
  }

  floats(value: string | undefined): FloatTensor | undefined {
    const tensor = this.constants.get(value ?? '');
    return tensor?.type === 'float' ? tensor : undefined;
  }

  /** The numbers of a constant such as a shape; none if there is no such constant. */
  ints(value: string | undefined): readonly number[] {
    const tensor = this.constants.get(value ?? '');
    return tensor?.type === 'int64' ? tensor.data : [];
  }

  isOutput(value: string): boolean {
    return this.outputs.has(value);
  }

  /** Adds a constant under a name made from `hint`; names stay unique and depend only on the graph. */
  addConstant(hint: string, tensor: Tensor): string {
    let name = hint;
    for (let i = 2; this.constants.has(name); i += 1) name = `${hint}.${i}`;
    this.constants.set(name, tensor);
    return name;
  }

  /** Puts other nodes (or none) in the place of one. */
  replace(node: GraphNode, ...others: readonly GraphNode[]): void {
    this.replacements.set(node, others);
  }

  isReplaced(node: GraphNode): boolean {
    return this.replacements.has(node);
  }

  finish(): Graph {
    return {
      ...this.graph,
      nodes: this.graph.nodes.flatMap((node) => this.replacements.get(node) ?? [node]),
      constants: this.constants,
    };
  }
}
