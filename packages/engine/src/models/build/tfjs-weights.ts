import { conversionFailed } from './conversion-failed.js';
import { float16ToFloat32 } from './float16.js';
import { floats } from './onnx-graph.js';
import type { FloatTensor } from './onnx-graph.js';

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
    const type = entry.quantization?.dtype ?? entry.dtype;
    const length = count * bytesPerNumber(type);
    if (at + length > binary.length) throw conversionFailed(`${entry.name} lies outside the file`);
    const numbers = decode(type, new Uint8Array(binary.subarray(at, at + length)));
    weights.set(entry.name, floats(entry.shape, scaled(numbers, entry)));
    at += length;
  }
  return (name) => {
    const tensor = weights.get(name);
    if (tensor === undefined) throw conversionFailed(`${name} is not in the file`);
    return tensor;
  };
}

export function parseManifest(json: Uint8Array): WeightManifest {
  return JSON.parse(new TextDecoder().decode(json)) as WeightManifest;
}

function bytesPerNumber(type: string): number {
  const sizes: Readonly<Record<string, number>> = { float32: 4, int32: 4, float16: 2, uint16: 2, uint8: 1 };
  const size = sizes[type];
  if (size === undefined) throw conversionFailed(`numbers of type ${type} are not known`);
  return size;
}

function decode(type: string, bytes: Uint8Array<ArrayBuffer>): Float32Array {
  if (type === 'float32') return new Float32Array(bytes.buffer);
  if (type === 'float16') return float16ToFloat32(bytes);
  if (type === 'int32') return Float32Array.from(new Int32Array(bytes.buffer));
  return Float32Array.from(type === 'uint16' ? new Uint16Array(bytes.buffer) : bytes);
}

function scaled(numbers: Float32Array, { quantization }: WeightEntry): Float32Array {
  const { scale, min } = quantization ?? {};
  return scale === undefined || min === undefined ? numbers : numbers.map((value) => value * scale + min);
}
