import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePhoto } from './sample-photo.js';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { decodeWeights, openFaceApi } from './face-api.js';
import { largestDifference, toPlanes } from '../../packages/model-build/src/image-layout.test.fixture.js';
import { openTensorflow } from './tensorflow.js';
import { loadFiles } from './weights.js';

describe.each(NATIVE_FORMS)('the age and gender model, %s', (form) => {
  it('gives what face-api gives', async () => {
    const files = await loadFiles('age_gender_model-weights_manifest.json', 'age_gender_model-shard1');
    const manifest = files.get('age_gender_model-weights_manifest.json') ?? new Uint8Array(0);
    const binary = files.get('age_gender_model-shard1') ?? new Uint8Array(0);
    const face = { left: 1488, top: 332, width: 229, height: 229 };
    const pixels = await sharp(samplePhoto()).extract(face).resize(112, 112).raw().toBuffer();

    const session = await InferenceSession.create(buildModel('age-gender', files, form), {
      logSeverityLevel: 3,
    });
    const input = new Tensor('float32', toPlanes(pixels, 112, 112), [1, 3, 112, 112]);
    const { age, gender } = await session.run({ input });

    const tf = await openTensorflow();
    const faceApi = openFaceApi();
    const model = new faceApi.AgeGenderNet();
    model.loadFromWeightMap(decodeWeights(tf, manifest, binary));
    const expected = model.runNet(
      new faceApi.NetInput([tf.tensor3d(Float32Array.from(pixels), [112, 112, 3])]),
    );
    expect(largestDifference(age?.data as Float32Array, expected.age.dataSync<'float32'>())).toBeLessThan(
      1e-3,
    );
    expect(
      largestDifference(gender?.data as Float32Array, expected.gender.dataSync<'float32'>()),
    ).toBeLessThan(1e-4);
  });
});
