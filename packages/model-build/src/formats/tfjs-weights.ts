import { ConversionError } from '../conversion-error.js';
import { floats } from '../onnx/onnx-graph.js';
import type { FloatTensor } from '../onnx/onnx-graph.js';

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly scale?: number; readonly min?: number };
}

/** The groups of a TensorFlow.js weights manifest. */
export type WeightManifest = readonly { readonly weights: readonly WeightEntry[] }[];

export type NamedWeights = (name: string) => FloatTensor;

/** Weights by name; they lie one after another in the binary file, stored as smaller numbers where so marked. */
export function readTfjsWeights(manifest: WeightManifest, binary: Uint8Array): NamedWeights {
  const weights = new Map<string, FloatTensor>();
  let at = 0;
  for (const entry of manifest.flatMap((group) => group.weights)) {
    const count = entry.shape.reduce((product, dim) => product * dim, 1);
    const length = count * bytesPerNumber(storedType(entry));
    if (at + length > binary.length) throw new ConversionError(`${entry.name} lies outside the file`);
    const bytes = new Uint8Array(binary.subarray(at, at + length));
    weights.set(entry.name, floats(entry.shape, decode(entry, bytes)));
    at += length;
  }
  if (at !== binary.length) throw new ConversionError(`${binary.length - at} bytes of the file have no name`);
  return (name) => {
    const tensor = weights.get(name);
    if (tensor === undefined) throw new ConversionError(`${name} is not in the file`);
    return tensor;
  };
}

export function parseManifest(json: Uint8Array): WeightManifest {
  return JSON.parse(new TextDecoder().decode(json)) as WeightManifest;
}

function storedType(entry: WeightEntry): string {
  return entry.quantization?.dtype ?? entry.dtype;
}

function bytesPerNumber(type: string): number {
  if (type === 'float32') return 4;
  if (type === 'uint8') return 1;
  throw new ConversionError(`numbers of type ${type} are not known`);
}

function decode(entry: WeightEntry, bytes: Uint8Array<ArrayBuffer>): Float32Array {
  if (storedType(entry) === 'float32') return new Float32Array(bytes.buffer);
  const { scale = 1, min = 0 } = entry.quantization ?? {};
  return Float32Array.from(bytes, (value) => value * scale + min);
}
