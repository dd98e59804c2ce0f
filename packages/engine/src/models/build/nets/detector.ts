import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';
import { readTflite } from '../formats/tflite-model.js';
import { convertTflite } from '../formats/tflite-convert.js';

/**
 * MediaPipe's full-range face detector, for any input size that is a multiple of 32.
 * Input: `input` 1×3×height×width, RGB 0..255.
 * Outputs, one cell for every 4×4 pixels, its centre at (column + 0.5) · 4 and (row + 0.5) · 4:
 *   `scores` 1×1×rows×columns, logits;
 *   `regressors` 1×16×rows×columns, in pixels of the input: x and y of the box's centre from the cell's centre,
 *   width and height of the box, then x and y from the cell's centre of six keypoints:
 *   right eye, left eye, nose tip, mouth, right ear, left ear (right and left of the person).
 */
export function detectorGraph(tflite: Uint8Array): Graph {
  const model = readTflite(tflite);
  const builder = new GraphBuilder();
  const valueOf = convertTflite(model, builder, builder.normalise('input', [127.5, 127.5, 127.5], 1 / 127.5));
  const [regressors = -1, scores = -1] = model.outputs;
  return builder.finish(
    [{ name: 'input', dims: [1, 3, 'height', 'width'] }],
    [
      { name: 'scores', dims: [1, 1, 'rows', 'columns'] },
      { name: 'regressors', dims: [1, 16, 'rows', 'columns'] },
    ],
    [valueOf(scores), valueOf(regressors)],
  );
}
