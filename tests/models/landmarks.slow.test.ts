import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { samplePhoto } from './sample-photo.js';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { modelFromBundle } from '../../packages/model-build/src/models/blendshapes.js';
import { largestDifference, toPlanes } from '../../packages/model-build/src/image-layout.test.fixture.js';
import type { ModelForm } from '../../packages/model-build/src/recipes.js';
import { openTensorflow } from './tensorflow.js';
import { interpretTflite } from './tflite-interpreter.js';
import { loadFiles } from './weights.js';

const SIDE = 160;
const TEACHER_SIDE = 256;
const FACE = { left: 1430, top: 274, width: 344, height: 344 };

const facePixels = (side: number): Promise<Buffer> =>
  sharp(samplePhoto()).extract(FACE).resize(side, side).raw().toBuffer();

async function fit(form: ModelForm): Promise<{ points: Float32Array; presence: number }> {
  const model = buildModel('landmarks', await loadFiles('landmarks.onnx'), form);
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const pixels = new Tensor('float32', toPlanes(await facePixels(SIDE), SIDE, SIDE), [1, 3, SIDE, SIDE]);
  const { points, presence } = await session.run({ pixels });
  return { points: points?.data as Float32Array, presence: (presence?.data as Float32Array)[0] ?? NaN };
}

it('gives nearly the same in every form', async () => {
  const [blocked, plain] = [await fit('blocked'), await fit('plain')];
  expect(plain.points).toHaveLength(478 * 3);
  // Pixels of the crop: the largest product of `blocked` computes with 8-bit numbers.
  expect(largestDifference(blocked.points, plain.points)).toBeLessThan(0.25);
  expect(blocked.presence).toBeCloseTo(plain.presence, 2);
});

it('gives what its teacher gives, within 3 % of the distance of the eyes', async () => {
  const bundle = (await loadFiles('face_landmarker.task')).get('face_landmarker.task') ?? new Uint8Array(0);
  const tf = await openTensorflow();
  const image = tf.tensor4d(
    Float32Array.from(await facePixels(TEACHER_SIDE), (v) => v / 255),
    [1, TEACHER_SIDE, TEACHER_SIDE, 3],
  );
  const [teacher = new Float32Array(0), presence = new Float32Array(0)] = interpretTflite(
    tf,
    modelFromBundle(bundle, 'face_landmarks_detector.tflite'),
    image,
  );
  const student = await fit('plain');
  expect(presence[0]).toBeGreaterThan(5);
  expect(student.presence).toBeGreaterThan(5);

  const scale = TEACHER_SIDE / SIDE;
  const distance = (a: Float32Array, i: number, b: Float32Array, j: number, bScale: number): number =>
    Math.hypot(
      (a[3 * i] ?? NaN) - (b[3 * j] ?? NaN) * bScale,
      (a[3 * i + 1] ?? NaN) - (b[3 * j + 1] ?? NaN) * bScale,
    );
  const eyes = distance(teacher, 33, teacher, 263, 1);
  let sum = 0;
  for (let i = 0; i < 478; i++) sum += distance(teacher, i, student.points, i, scale);
  expect(sum / 478 / eyes).toBeLessThan(0.03);
});
