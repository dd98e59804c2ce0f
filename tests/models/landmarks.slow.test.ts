import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePhoto } from './sample-photo.js';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { EXACT_FORMS } from '../../packages/model-build/src/recipes.js';
import { landmarkModel } from '../../packages/model-build/src/models/face-landmarker.js';
import { largestDifference, toPlanes } from '../../packages/model-build/src/image-layout.test.fixture.js';
import { openTensorflow } from './tensorflow.js';
import { interpretTflite } from './tflite-interpreter.js';
import { loadFiles } from './weights.js';

describe.each(EXACT_FORMS)('the landmark model, %s', (form) => {
  it('gives what TensorFlow.js gives', async () => {
    const files = await loadFiles('face_landmarker.task');
    const bundle = files.get('face_landmarker.task') ?? new Uint8Array(0);
    const face = { left: 1430, top: 274, width: 344, height: 344 };
    const pixels = await sharp(samplePhoto()).extract(face).resize(256, 256).raw().toBuffer();

    const session = await InferenceSession.create(buildModel('landmarks', files, form), {
      logSeverityLevel: 3,
    });
    const input = new Tensor('float32', toPlanes(pixels, 256, 256), [1, 3, 256, 256]);
    const { points, presence } = await session.run({ input });

    const tf = await openTensorflow();
    const image = tf.tensor4d(
      Float32Array.from(pixels, (v) => v / 255),
      [1, 256, 256, 3],
    );
    const [expectedPoints = new Float32Array(0), expectedPresence = new Float32Array(0)] = interpretTflite(
      tf,
      landmarkModel(bundle),
      image,
    );
    expect(points?.dims).toEqual([478, 3]);
    expect(expectedPresence[0]).toBeGreaterThan(5);
    expect(largestDifference(points?.data as Float32Array, expectedPoints)).toBeLessThan(1e-2);
    expect(largestDifference(presence?.data as Float32Array, expectedPresence)).toBeLessThan(1e-3);
  });
});
