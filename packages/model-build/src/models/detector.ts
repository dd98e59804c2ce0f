import { ConversionError } from '../conversion-error.js';
import { decodeOnnx } from '../onnx/onnx-file.js';
import type { Graph } from '../onnx/onnx-graph.js';

const OUTPUTS = ['stride_8', 'stride_16', 'stride_32', 'stride_64'];

/**
 * Our own face detector (training/detector), as it was exported.
 * Input: `image` 1×3×height×width, RGB 0..255, sides in multiples of 64. Outputs: `stride_8`, `stride_16`, `stride_32`,
 * `stride_64`, each 1×15×rows×columns: see the engine's detection/detect.ts.
 */
export function detectorGraph(file: Uint8Array): Graph {
  const graph = decodeOnnx(file);
  const outputs = new Set(graph.outputs.map(({ name }) => name));
  const missing = OUTPUTS.filter((name) => !outputs.has(name));
  if (missing.length > 0) throw new ConversionError(`the ONNX file has no output ${missing.join(', ')}`);
  return graph;
}
