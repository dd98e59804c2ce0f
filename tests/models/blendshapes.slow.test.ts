import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { largestDifference } from '../../packages/model-build/src/image-layout.test.fixture.js';
import { BLENDSHAPE_REFERENCE } from './blendshape-reference.js';
import { loadFiles } from './weights.js';

const POINTS = 146;
const SCORES = 52;

describe.each(NATIVE_FORMS)('the blendshape model, %s', (form) => {
  it('gives what its teacher gives, wherever the face lies and however large it is', async () => {
    const files = await loadFiles('blendshapes.onnx');
    const session = await InferenceSession.create(buildModel('blendshapes', files, form), {
      logSeverityLevel: 3,
    });
    const scoresOf = async (points: Float32Array): Promise<Float32Array> => {
      const { scores } = await session.run({ input: new Tensor('float32', points, [1, POINTS, 2]) });
      expect(scores?.dims).toEqual([SCORES]);
      return scores?.data as Float32Array;
    };
    for (const { points, scores: expected } of BLENDSHAPE_REFERENCE) {
      const scores = await scoresOf(Float32Array.from(points));
      const apart = expected.map((score, i) => Math.abs(score - (scores[i] ?? NaN)));
      expect(apart.reduce((sum, difference) => sum + difference, 0) / SCORES).toBeLessThan(0.02);
      const moved = Float32Array.from(points, (value, i) => value / 7 + (i % 2 === 0 ? 1000 : -50));
      expect(largestDifference(await scoresOf(moved), scores)).toBeLessThan(1e-3);
    }
  });
});
