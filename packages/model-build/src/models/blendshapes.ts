import { unzipSync } from 'fflate';
import { ConversionError } from '../conversion-error.js';
import { convertPointModel } from '../formats/tflite-convert-points.js';
import { readTflite, type TfliteModel } from '../formats/tflite-model.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';

/** One model of MediaPipe's bundle, which is a zip of several. */
export function modelFromBundle(bundle: Uint8Array, name: string): TfliteModel {
  const file = unzipSync(bundle, { filter: (entry) => entry.name === name })[name];
  if (file === undefined) throw new ConversionError(`${name} is not in the bundle`);
  return readTflite(file);
}

export const blendshapeModel = (bundle: Uint8Array): TfliteModel =>
  modelFromBundle(bundle, 'face_blendshapes.tflite');

/**
 * MediaPipe's blendshape model (Blendshape V2, an MLP-Mixer), which sees no image.
 * Input: `input` 1×146×2, points of the face mesh as x, y, in any unit: the model centres and scales them itself.
 * Output: `scores` [52], 0 to 1 each.
 */
export function blendshapesGraph(bundle: Uint8Array): Graph {
  const builder = new GraphBuilder();
  const scores = convertPointModel(blendshapeModel(bundle), builder, 'input');
  return builder.finish([{ name: 'input', dims: [1, 146, 2] }], [{ name: 'scores', dims: [52] }], [scores]);
}
