import { GraphBuilder } from './graph-builder.js';
import { floats } from './onnx-graph.js';
import type { FloatTensor, Graph } from './onnx-graph.js';
import { convertTfjs } from './tfjs-convert.js';
import { parseTfjsGraph } from './tfjs-graph.js';
import { readTfjsWeights } from './tfjs-weights.js';

const SIZE = 224;
const FIRST_FILTERS = 'conv1/convolution/merged_input';
/** The mean colour of the net's training, red, green, blue; the net itself wants blue first. */
const MEAN = [123.68, 116.779, 103.939];

/**
 * HSE-FaceRes (a MobileNet), as the `human` package ships it.
 * Input: `input` 1×3×224×224, RGB 0..255.
 * Outputs: `age` [100], probabilities of the ages 1 to 100 years; `gender` [1], a logit, positive for male.
 */
export function faceresGraph(json: Uint8Array, binary: Uint8Array): Graph {
  const model = parseTfjsGraph(json);
  const builder = new GraphBuilder();
  const weights = readTfjsWeights(model.weightsManifest, binary);
  const redFirst = (name: string): FloatTensor =>
    name === FIRST_FILTERS ? reverseColours(weights(name)) : weights(name);
  const centred = builder.normalise('input', MEAN, 1);
  const valueOf = convertTfjs(model, redFirst, builder, centred);
  return builder.finish(
    [{ name: 'input', dims: [1, 3, SIZE, SIZE] }],
    [
      { name: 'age', dims: [100] },
      { name: 'gender', dims: [1] },
    ],
    [
      builder.reshape(valueOf('age_pred/Softmax'), [-1]),
      builder.reshape(valueOf('gender_pred/BiasAdd'), [-1]),
    ],
  );
}

/** Swaps the first and last of three input channels; filters are in HWIO order. */
function reverseColours(filters: FloatTensor): FloatTensor {
  const perColour = filters.dims[3] ?? 1;
  const source = (i: number): number => {
    const colour = Math.floor(i / perColour) % 3;
    return i + (2 - 2 * colour) * perColour;
  };
  return floats(
    filters.dims,
    filters.data.map((_, i) => filters.data[source(i)] ?? 0),
  );
}
