import { ConversionError } from '../conversion-error.js';
import { decodeOnnx } from '../onnx/onnx-file.js';
import type { Graph } from '../onnx/onnx-graph.js';

/**
 * Our own face detector (lab/training/detector), as it was exported.
 * Input: `image` 1×3×height×width, RGB 0..255, sides in multiples of 64. Outputs: `stride_8`, `stride_16`, `stride_32`,
 * `stride_64`, each 1×15×rows×columns: see the analysis' detection/detect.ts.
 */
export const detectorGraph = (file: Uint8Array): Graph =>
  exportedGraph(file, ['stride_8', 'stride_16', 'stride_32', 'stride_64']);

/**
 * Our own landmark model (lab/training/landmarks), as it was exported.
 * Input: `pixels` N×3×160×160, RGB 0..255, an upright square crop of 1.35 × the face. Outputs: `points` N×1434, x, y and
 * depth of 478 vertices in pixels of the crop; `presence` N×1, a logit that this is a face.
 */
export const landmarksGraph = (file: Uint8Array): Graph => exportedGraph(file, ['points', 'presence']);

/**
 * Our own expression model (lab/training/blendshapes), as it was exported. It sees no image.
 * Input: `input` 1×146×2, points of the face mesh as x, y, in any unit: the model centres and scales them itself.
 * Output: `scores` [52], 0 to 1 each.
 */
export const blendshapesGraph = (file: Uint8Array): Graph => exportedGraph(file, ['scores']);

function exportedGraph(file: Uint8Array, outputs: readonly string[]): Graph {
  const graph = decodeOnnx(file);
  const found = new Set(graph.outputs.map(({ name }) => name));
  const missing = outputs.filter((name) => !found.has(name));
  if (missing.length > 0) throw new ConversionError(`the ONNX file has no output ${missing.join(', ')}`);
  return graph;
}
