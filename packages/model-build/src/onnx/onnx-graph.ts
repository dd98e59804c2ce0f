/** The part of ONNX that our models need, held in memory; every step of a build turns one such graph into another. */
export interface FloatTensor {
  readonly type: 'float';
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

export interface IntTensor {
  readonly type: 'int64';
  readonly dims: readonly number[];
  readonly data: readonly number[];
}

/** Weights as they are stored; a node of the graph turns them into floats, or computes with them. */
export interface StoredTensor {
  readonly type: 'float16' | 'int8' | 'uint8';
  readonly dims: readonly number[];
  readonly data: Uint16Array | Int8Array | Uint8Array;
}

export type Tensor = FloatTensor | IntTensor | StoredTensor;

export type Attribute =
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'int'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'floats'; readonly value: readonly number[] }
  | { readonly type: 'ints'; readonly value: readonly number[] };

export type Attributes = Readonly<Record<string, Attribute>>;

export interface GraphNode {
  readonly op: string;
  /** Only of operators that are not ONNX's own. */
  readonly domain?: typeof MICROSOFT;
  /** Names of values; an empty name is an optional input left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Attributes;
}

/** The operators that ONNX Runtime adds to those of ONNX. */
export const MICROSOFT = 'com.microsoft';

/** A float tensor that enters or leaves the graph; a dimension given as text is dynamic: chosen at run time. */
export interface GraphPort {
  readonly name: string;
  readonly dims: readonly (number | string)[];
}

export interface Graph {
  readonly inputs: readonly GraphPort[];
  readonly outputs: readonly GraphPort[];
  /** In an order in which each value is made before it is used. */
  readonly nodes: readonly GraphNode[];
  readonly constants: ReadonlyMap<string, Tensor>;
}

export function floats(dims: readonly number[], data: Float32Array | readonly number[]): FloatTensor {
  return { type: 'float', dims, data: data instanceof Float32Array ? data : Float32Array.from(data) };
}

export function ints(data: readonly number[]): IntTensor {
  return { type: 'int64', dims: [data.length], data };
}

export function intAttribute(node: GraphNode, name: string, otherwise: number): number {
  const attribute = node.attributes[name];
  return attribute?.type === 'int' ? attribute.value : otherwise;
}

export function floatAttribute(node: GraphNode, name: string, otherwise: number): number {
  const attribute = node.attributes[name];
  return attribute?.type === 'float' ? attribute.value : otherwise;
}
