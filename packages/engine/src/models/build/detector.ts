import { encodeOnnx } from './onnx-encode.js';
import { GraphBuilder } from './graph-builder.js';
import type { Graph } from './onnx-graph.js';
import { readTflite } from './tflite-model.js';
import { convertTflite } from './tflite-convert.js';

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

export function buildDetector(tflite: Uint8Array): Uint8Array {
  return encodeOnnx(detectorGraph(tflite));
}
