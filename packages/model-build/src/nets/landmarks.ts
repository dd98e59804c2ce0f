import { unzipSync } from 'fflate';
import { ConversionError } from '../conversion-error.js';
import { convertTflite } from '../formats/tflite-convert.js';
import { readTflite } from '../formats/tflite-model.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';

/** One net out of MediaPipe's bundle, which is a zip of several. */
export function netOfBundle(bundle: Uint8Array, name: string): Uint8Array {
  const net = unzipSync(bundle, { filter: (file) => file.name === name })[name];
  if (net === undefined) throw new ConversionError(`${name} is not in the bundle`);
  return net;
}

export const landmarkNet = (bundle: Uint8Array): Uint8Array =>
  netOfBundle(bundle, 'face_landmarks_detector.tflite');

/**
 * MediaPipe's Face Landmarker v2.
 * Input: `input` 1×3×256×256, RGB 0..255, an upright square crop of 1.5 × the face.
 * Outputs: `points` [478, 3], x, y and depth in pixels of the crop; `presence` [1], a logit that this is a face.
 * The net's third output, a further score between 0 and 1, is not used here and left out.
 */
export function landmarksGraph(bundle: Uint8Array): Graph {
  const model = readTflite(landmarkNet(bundle));
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
