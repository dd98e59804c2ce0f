import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { samplePhoto } from './sample-photo.js';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { largestDifference, toPlanes } from '../../packages/model-build/src/image-layout.test.fixture.js';
import type { ModelForm } from '../../packages/model-build/src/recipes.js';
import { LANDMARK_REFERENCE } from './landmark-reference.js';
import { loadFiles } from './weights.js';

const SIDE = 160;
const TEACHER_SIDE = 256;
const FACE = { left: 1430, top: 274, width: 344, height: 344 };

async function fit(form: ModelForm): Promise<{ points: Float32Array; presence: number }> {
  const model = buildModel('landmarks', await loadFiles('landmarks.onnx'), form);
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const face = await sharp(samplePhoto()).extract(FACE).resize(SIDE, SIDE).raw().toBuffer();
  const pixels = new Tensor('float32', toPlanes(face, SIDE, SIDE), [1, 3, SIDE, SIDE]);
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
  const student = await fit('plain');
  expect(student.presence).toBeGreaterThan(5);
  const teacherAt = (i: number): { x: number; y: number } => ({
    x: LANDMARK_REFERENCE[2 * i] ?? NaN,
    y: LANDMARK_REFERENCE[2 * i + 1] ?? NaN,
  });
  const [left, right] = [teacherAt(33), teacherAt(263)];
  const eyes = Math.hypot(left.x - right.x, left.y - right.y);
  const scale = TEACHER_SIDE / SIDE;
  let sum = 0;
  for (let i = 0; i < 478; i++) {
    const { x, y } = teacherAt(i);
    sum += Math.hypot(
      x - (student.points[3 * i] ?? NaN) * scale,
      y - (student.points[3 * i + 1] ?? NaN) * scale,
    );
  }
  expect(sum / 478 / eyes).toBeLessThan(0.03);
});
