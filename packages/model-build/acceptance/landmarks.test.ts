import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePhoto } from './testing/sample-photo.js';
import { buildModel } from '../src/build-model.js';
import { landmarkNet } from '../src/nets/landmarks.js';
import { largestDifference, toPlanes } from '../src/testing/image-layout.test.fixture.js';
import { openTensorflow } from './testing/tensorflow.js';
import { interpretTflite } from './testing/tflite-interpreter.js';
import { loadFiles } from './testing/weights.js';
import { readTflite } from '../src/formats/tflite-model.js';

describe('the landmark net', () => {
  it('gives what TensorFlow.js gives', async () => {
    const files = await loadFiles('face_landmarker.task');
    const bundle = files.get('face_landmarker.task') ?? new Uint8Array(0);
    const face = { left: 1430, top: 274, width: 344, height: 344 };
    const pixels = await sharp(samplePhoto()).extract(face).resize(256, 256).raw().toBuffer();

    const session = await InferenceSession.create(buildModel('landmarks', files), { logSeverityLevel: 3 });
    const input = new Tensor('float32', toPlanes(pixels, 256, 256), [1, 3, 256, 256]);
    const { points, presence } = await session.run({ input });

    const tf = await openTensorflow();
    const image = tf.tensor4d(
      Float32Array.from(pixels, (v) => v / 255),
      [1, 256, 256, 3],
    );
    const [expectedPoints = new Float32Array(0), expectedPresence = new Float32Array(0)] = interpretTflite(
      tf,
      readTflite(landmarkNet(bundle)),
      image,
    );
    expect(points?.dims).toEqual([478, 3]);
    expect(expectedPresence[0]).toBeGreaterThan(5);
    expect(largestDifference(points?.data as Float32Array, expectedPoints)).toBeLessThan(1e-2);
    expect(largestDifference(presence?.data as Float32Array, expectedPresence)).toBeLessThan(1e-3);
  });
});
