import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILDERS } from '../builders.js';
import { largestDifference, toPlanes, toRows } from '../testing/image-layout.test.fixture.js';
import { openTensorflow } from '../testing/tensorflow.test.fixture.js';
import { interpretTflite } from '../testing/tflite-interpreter.test.fixture.js';
import { loadFiles } from '../testing/weights.test.fixture.js';
import { readTflite } from '../formats/tflite-model.js';

describe('the detector net', () => {
  let files: ReadonlyMap<string, Uint8Array> = new Map();

  beforeAll(async () => {
    files = await loadFiles('face_detection_full_range.tflite', 'sample1.jpg');
  });

  it.each([
    [192, 192],
    [384, 256],
  ])('gives at %i×%i what TensorFlow.js gives', async (width, height) => {
    const pixels = await sharp(files.get('sample1.jpg'))
      .resize(width, height, { fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const session = await InferenceSession.create(BUILDERS.detector.build(files), { logSeverityLevel: 3 });
    const input = new Tensor('float32', toPlanes(pixels, width, height), [1, 3, height, width]);
    const { scores, regressors } = await session.run({ input });

    const tf = await openTensorflow();
    const image = tf.tensor4d(
      Float32Array.from(pixels, (v) => v / 127.5 - 1),
      [1, height, width, 3],
    );
    const [expectedRegressors = new Float32Array(0), expectedScores = new Float32Array(0)] = interpretTflite(
      tf,
      readTflite(files.get('face_detection_full_range.tflite') ?? new Uint8Array(0)),
      image,
    );
    expect(scores?.dims).toEqual([1, 1, height / 4, width / 4]);
    expect(Math.max(...expectedScores)).toBeGreaterThan(0);
    expect(largestDifference(scores?.data as Float32Array, expectedScores)).toBeLessThan(1e-3);
    expect(largestDifference(toRows(regressors?.data as Float32Array, 16), expectedRegressors)).toBeLessThan(
      1e-2,
    );
  });
});
