import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BUILDERS } from './builders.js';
import { largestDifference, toPlanes } from './testing/image-layout.js';
import { openTensorflow } from './testing/tensorflow.js';
import { loadFiles } from './testing/weights.js';
import { parseTfjsGraph } from './tfjs-graph.js';

const MEAN_BGR = [103.939, 116.779, 123.68];

describe('the faceres net', () => {
  it('gives what TensorFlow.js gives for the graph model itself', async () => {
    const files = await loadFiles('faceres.json', 'faceres.bin', 'sample3.jpg');
    const json = files.get('faceres.json') ?? new Uint8Array(0);
    const binary = files.get('faceres.bin') ?? new Uint8Array(0);
    const face = { left: 1488, top: 332, width: 229, height: 229 };
    const pixels = await sharp(files.get('sample3.jpg')).extract(face).resize(224, 224).raw().toBuffer();

    const session = await InferenceSession.create(BUILDERS.faceres.build(files), { logSeverityLevel: 3 });
    const input = new Tensor('float32', toPlanes(pixels, 224, 224), [1, 3, 224, 224]);
    const { age, gender } = await session.run({ input });

    const tf = await openTensorflow();
    const { modelTopology, weightsManifest } = parseTfjsGraph(json);
    const model = await tf.loadGraphModel(
      tf.io.fromMemory({
        modelTopology,
        weightSpecs: weightsManifest.flatMap((group) => group.weights) as never,
        weightData: new Uint8Array(binary).buffer,
      }),
    );
    const bgr = Float32Array.from(
      pixels,
      (_, i) => (pixels[i + 2 - 2 * (i % 3)] ?? 0) - (MEAN_BGR[i % 3] ?? 0),
    );
    const image = tf.tensor4d(bgr, [1, 224, 224, 3]);
    const outputs = model.execute(image, ['age_pred/Softmax', 'gender_pred/BiasAdd']);
    const [expectedAge, expectedGender] = [outputs].flat().map((output) => output.dataSync<'float32'>());
    expect(age?.dims).toEqual([100]);
    expect(largestDifference(age?.data as Float32Array, expectedAge ?? new Float32Array(0))).toBeLessThan(
      1e-5,
    );
    expect(
      largestDifference(gender?.data as Float32Array, expectedGender ?? new Float32Array(0)),
    ).toBeLessThan(1e-4);
  });
});
