import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';
import { convertListNet } from '../formats/tflite-convert-lists.js';
import { readTflite } from '../formats/tflite-model.js';
import { netOfBundle } from './landmarks.js';

export const blendshapeNet = (bundle: Uint8Array): Uint8Array =>
  netOfBundle(bundle, 'face_blendshapes.tflite');

/**
 * MediaPipe's blendshape net (Blendshape V2, an MLP-Mixer), which sees no image.
 * Input: `input` 1×146×2, points of the face mesh as x, y, in any unit: the net centres and scales them itself.
 * Output: `scores` [52], 0 to 1 each.
 */
export function blendshapesGraph(bundle: Uint8Array): Graph {
  const builder = new GraphBuilder();
  const scores = convertListNet(readTflite(blendshapeNet(bundle)), builder, 'input');
  return builder.finish([{ name: 'input', dims: [1, 146, 2] }], [{ name: 'scores', dims: [52] }], [scores]);
}
