import type { WeightManifest } from './tfjs-weights.js';

/** A node of a TensorFlow.js graph model; texts inside attributes are Base64. */
export interface TfjsNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, TfjsAttribute | undefined>>;
}

interface TfjsAttribute {
  readonly s?: string;
  readonly b?: boolean;
  readonly list?: { readonly i?: readonly string[]; readonly s?: readonly string[] };
}

export interface TfjsGraphModel {
  readonly modelTopology: { readonly node: readonly TfjsNode[] };
  readonly weightsManifest: WeightManifest;
}

export function parseTfjsGraph(json: Uint8Array): TfjsGraphModel {
  return JSON.parse(new TextDecoder().decode(json)) as TfjsGraphModel;
}

export function textAttribute(node: TfjsNode, name: string): string {
  return fromBase64(node.attr?.[name]?.s ?? '');
}

export function textsAttribute(node: TfjsNode, name: string): readonly string[] {
  return (node.attr?.[name]?.list?.s ?? []).map(fromBase64);
}

export function numbersAttribute(node: TfjsNode, name: string): readonly number[] {
  return (node.attr?.[name]?.list?.i ?? []).map(Number);
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
