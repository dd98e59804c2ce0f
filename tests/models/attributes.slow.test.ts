import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { loadFiles } from './weights.js';
import { ATTRIBUTE_REFERENCE } from './attribute-reference.js';

const SIDE = 96;

/** As `pattern` in lab/training/attributes/reference.py. */
const pattern = (seed: number): number[] =>
  Array.from({ length: 3 * SIDE * SIDE }, (_, index) => {
    const across = index % SIDE;
    const down = Math.floor(index / SIDE) % SIDE;
    const plane = Math.floor(index / (SIDE * SIDE));
    return (7 * seed * across + 5 * down + seed * Math.floor((across * down) / 4) + 40 * plane) % 256;
  });

describe.each(NATIVE_FORMS)('the attribute model, %s', (form) => {
  it('gives what the trained model gave in PyTorch', async () => {
    const files = await loadFiles('attributes.onnx');
    const session = await InferenceSession.create(buildModel('attributes', files, form), {
      logSeverityLevel: 3,
    });
    const pixels = Float32Array.from(ATTRIBUTE_REFERENCE.flatMap(({ seed }) => pattern(seed)));
    const faces = ATTRIBUTE_REFERENCE.length;
    const results = await session.run({ pixels: new Tensor('float32', pixels, [faces, 3, SIDE, SIDE]) });
    const male = Array.from(results['male']?.data as Float32Array);
    const ageGroups = Array.from(results['age_groups']?.data as Float32Array);
    expect(Object.keys(results).sort()).toEqual(['age_groups', 'male']);
    // The weights are stored in half precision, which moves the logits by up to a few thousandths.
    ATTRIBUTE_REFERENCE.forEach((expected, face) => {
      expect(Math.abs((male[face] ?? NaN) - expected.male)).toBeLessThan(0.02);
      expected.ageGroups.forEach((logit, group) => {
        expect(Math.abs((ageGroups[face * 9 + group] ?? NaN) - logit)).toBeLessThan(0.02);
      });
    });
  });
});
