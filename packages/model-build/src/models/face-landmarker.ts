import { unzipSync } from 'fflate';
import { ConversionError } from '../conversion-error.js';
import { convertTflite } from '../formats/tflite-convert.js';
import { convertPointModel } from '../formats/tflite-convert-points.js';
import { readTflite, type TfliteModel } from '../formats/tflite-model.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';

/** One model of MediaPipe's bundle, which is a zip of several. */
function modelFromBundle(bundle: Uint8Array, name: string): TfliteModel {
  const file = unzipSync(bundle, { filter: (entry) => entry.name === name })[name];
  if (file === undefined) throw new ConversionError(`${name} is not in the bundle`);
  return readTflite(file);
}

export const landmarkModel = (bundle: Uint8Array): TfliteModel =>
  modelFromBundle(bundle, 'face_landmarks_detector.tflite');

export const blendshapeModel = (bundle: Uint8Array): TfliteModel =>
  modelFromBundle(bundle, 'face_blendshapes.tflite');

/**
 * MediaPipe's Face Landmarker v2.
 * Input: `input` 1×3×256×256, RGB 0..255, an upright square crop of 1.5 × the face.
 * Outputs: `points` [478, 3], x, y and depth in pixels of the crop; `presence` [1], a logit that this is a face.
 * The model's third output, a further score between 0 and 1, is not used here and left out.
 */
export function landmarksGraph(bundle: Uint8Array): Graph {
  const model = landmarkModel(bundle);
  const builder = new GraphBuilder();
  const valueOf = convertTflite(model, builder, builder.normalise('input', [0, 0, 0], 1 / 255));
  const [points = -1, presence = -1] = model.outputs;
  return builder.finish(
    [{ name: 'input', dims: [1, 3, 256, 256] }],
    [
      { name: 'points', dims: [478, 3] },
      { name: 'presence', dims: [1] },
    ],
    [builder.reshape(valueOf(points), [478, 3]), builder.reshape(valueOf(presence), [1])],
  );
}

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
