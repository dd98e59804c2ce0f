import { ConversionError } from '../conversion-error.js';
import { convertTflite } from '../formats/tflite-convert.js';
import { readTflite, type TfliteModel } from '../formats/tflite-model.js';
import { restorePrelu } from '../formats/tflite-prelu.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import type { Graph } from '../onnx/onnx-graph.js';

/**
 * MiniFASNetV2 (Silent-Face-Anti-Spoofing).
 * Input: `input` 1×3×80×80, RGB 0..255, a crop of 2.7 × the face's box.
 * Output: `classes` [3], logits: paper, a live face, a screen.
 */
export function spoofGraph(file: Uint8Array): Graph {
  const model = restorePrelu(withRgbInput(readTflite(file)));
  const builder = new GraphBuilder();
  const valueOf = convertTflite(model, builder, 'input');
  const [classes = -1] = model.outputs;
  return builder.finish(
    [{ name: 'input', dims: [1, 3, 80, 80] }],
    [{ name: 'classes', dims: [3] }],
    [builder.reshape(valueOf(classes), [3])],
  );
}

const COLOURS = 3;

/** The model was trained on BGR: its first filters, colours innermost, are turned round. */
function withRgbInput(model: TfliteModel): TfliteModel {
  const filters = model.operators.find(({ name }) => name === 'CONV_2D')?.inputs[1];
  const tensor = model.tensors[filters ?? -1];
  if (tensor?.shape.at(-1) !== COLOURS)
    throw new ConversionError('the first convolution does not see three colours');
  const bgr = new Float32Array(new Uint8Array(tensor.data).buffer);
  const rgb = Float32Array.from(bgr, (_, n) => bgr[n - (n % COLOURS) + (COLOURS - 1 - (n % COLOURS))] ?? 0);
  return {
    ...model,
    tensors: model.tensors.map((each) =>
      each === tensor ? { ...tensor, data: new Uint8Array(rgb.buffer) } : each,
    ),
  };
}
