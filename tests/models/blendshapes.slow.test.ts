import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { largestDifference } from '../../packages/model-build/src/image-layout.test.fixture.js';
import { interpretPointModel } from './point-model-interpreter.js';
import { openTensorflow } from './tensorflow.js';
import { loadFiles } from './weights.js';
import { blendshapeModel } from '../../packages/model-build/src/models/blendshapes.js';

const POINTS = 146;

/** Points that differ with the seed; no face, but every part of the model responds to them. */
const syntheticPoints = (seed: number): Float32Array =>
  Float32Array.from({ length: 2 * POINTS }, (_, i) => 300 + 120 * Math.sin(seed + 1.7 * i) + 0.3 * i);

describe.each(NATIVE_FORMS)('the blendshape model, %s', (form) => {
  it('gives what TensorFlow.js gives, wherever the face lies and however large it is', async () => {
    const files = await loadFiles('face_landmarker.task');
    const model = blendshapeModel(files.get('face_landmarker.task') ?? new Uint8Array(0));
    const session = await InferenceSession.create(buildModel('blendshapes', files, form), {
      logSeverityLevel: 3,
    });
    const scoresOf = async (points: Float32Array): Promise<Float32Array> => {
      const { scores } = await session.run({ input: new Tensor('float32', points, [1, POINTS, 2]) });
      expect(scores?.dims).toEqual([52]);
      return scores?.data as Float32Array;
    };
    const tf = await openTensorflow();
    for (const seed of [0, 1, 2, 3]) {
      const points = syntheticPoints(seed);
      const scores = await scoresOf(points);
      const expected = interpretPointModel(tf, model, tf.tensor(points, [1, POINTS, 2]));
      expect(largestDifference(scores, expected)).toBeLessThan(1e-4);
      expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(0.1);
      const moved = points.map((value, i) => value / 7 + (i % 2 === 0 ? 1000 : -50));
      expect(largestDifference(await scoresOf(moved), scores)).toBeLessThan(1e-3);
    }
  });
});
