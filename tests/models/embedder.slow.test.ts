import { InferenceSession, Tensor } from 'onnxruntime-node';
import { distance } from '@facet/engine';
import { toVector } from '@facet/analysis/recognition/vector.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { samplePhoto } from './sample-photo.js';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { largestDifference, toPlanes } from '../../packages/model-build/src/image-layout.test.fixture.js';
import { loadFiles } from './weights.js';

/** How far a vector may move: `blocked` computes the last product in 8 bits. */
const MAX_DISTANCE = { plain: 1e-5, blocked: 0.003 } as const;

describe.each(NATIVE_FORMS)('the embedder model, %s', (form) => {
  it('gives what SFace gives as shipped', async () => {
    const files = await loadFiles('sface.onnx');
    const face = { left: 1488, top: 332, width: 229, height: 229 };
    const pixels = await sharp(samplePhoto()).extract(face).resize(112, 112).raw().toBuffer();
    const image = new Tensor('float32', toPlanes(pixels, 112, 112), [1, 3, 112, 112]);

    const session = await InferenceSession.create(buildModel('embedder', files, form), {
      logSeverityLevel: 3,
    });
    const { vector } = await session.run({ input: image });

    const shipped = files.get('sface.onnx') ?? new Uint8Array(0);
    const reference = await InferenceSession.create(shipped, { logSeverityLevel: 3 });
    const { fc1 } = await reference.run({ data: image });
    expect(vector?.dims).toEqual([1, 128]);
    const [built, asShipped] = [vector?.data as Float32Array, fc1?.data as Float32Array];
    expect(distance(toVector(built), toVector(asShipped))).toBeLessThan(MAX_DISTANCE[form]);
    if (form === 'plain') expect(largestDifference(built, asShipped)).toBeLessThan(1e-4);
  });
});
