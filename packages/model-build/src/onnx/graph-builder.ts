import { floats, ints } from './onnx-graph.js';
import type { Attribute, Attributes, Graph, GraphNode, GraphPort, Tensor } from './onnx-graph.js';

export interface ConvWindow {
  readonly strides: readonly [number, number];
  /** As in TensorFlow: SAME puts an odd pixel of padding at the end. */
  readonly padding: 'SAME' | 'VALID';
}

type AttributeValue = number | string | readonly number[];

/** Collects nodes and constants under names that depend on nothing but the order of calls. */
export class GraphBuilder {
  private readonly nodes: GraphNode[] = [];
  private readonly constants = new Map<string, Tensor>();

  constant(tensor: Tensor): string {
    const name = `c${this.constants.size}`;
    this.constants.set(name, tensor);
    return name;
  }

  /** Adds a node with one output; integers become int attributes, so floats go through `floatAttributes`. */
  node(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
    floatAttributes: Readonly<Record<string, number>> = {},
  ): string {
    const output = `v${this.nodes.length}`;
    const all: Attributes = Object.fromEntries([
      ...Object.entries(attributes).map(([name, value]) => [name, attributeOf(value)] as const),
      ...Object.entries(floatAttributes).map(([name, value]) => [name, { type: 'float', value }] as const),
    ]);
    this.nodes.push({ op, inputs, outputs: [output], attributes: all });
    return output;
  }

  /** `weights` in OIHW order. */
  conv(input: string, weights: Tensor, bias: Tensor | undefined, window: ConvWindow, group: number): string {
    const inputs = [input, this.constant(weights), ...(bias === undefined ? [] : [this.constant(bias)])];
    return this.node('Conv', inputs, {
      kernel_shape: weights.dims.slice(2),
      ...windowAttributes(window),
      group,
    });
  }

  maxPool(input: string, kernel: readonly [number, number], window: ConvWindow): string {
    return this.node('MaxPool', [input], { kernel_shape: kernel, ...windowAttributes(window) });
  }

  relu(input: string): string {
    return this.node('Relu', [input]);
  }

  reshape(input: string, dims: readonly number[]): string {
    return this.node('Reshape', [input, this.constant(ints(dims))]);
  }

  /** (x − mean) · scale, per colour channel; the scale is folded into the first convolution later. */
  normalise(input: string, mean: readonly number[], scale: number): string {
    const isZero = mean.every((value) => value === 0);
    const centred = isZero
      ? input
      : this.node('Sub', [input, this.constant(floats([1, mean.length, 1, 1], mean))]);
    return this.node('Mul', [centred, this.constant(floats([], [scale]))]);
  }

  finish(inputs: readonly GraphPort[], outputs: readonly GraphPort[], values: readonly string[]): Graph {
    const named = outputs.map((port, i) => ({
      op: 'Identity',
      inputs: [values[i] ?? ''],
      outputs: [port.name],
      attributes: {},
    }));
    return { inputs, outputs, nodes: [...this.nodes, ...named], constants: this.constants };
  }
}

/** Automatic padding rather than numbers: only then can ONNX Runtime infer which maps of dynamic size are equally large. */
function windowAttributes({ strides, padding }: ConvWindow): Record<string, AttributeValue> {
  return { strides, auto_pad: padding === 'SAME' ? 'SAME_UPPER' : 'VALID' };
}

function attributeOf(value: AttributeValue): Attribute {
  if (typeof value === 'number') return { type: 'int', value };
  if (typeof value === 'string') return { type: 'string', value };
  return { type: 'ints', value };
}
