import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../builders.js';
import { decodeWeights, openFaceApi } from '../testing/face-api.test.fixture.js';
import { largestDifference, toPlanes } from '../testing/image-layout.test.fixture.js';
import { openTensorflow } from '../testing/tensorflow.test.fixture.js';
import { loadFiles } from '../testing/weights.test.fixture.js';

describe('the SSD net', () => {
  it('gives what face-api gives', async () => {
    const files = await loadFiles(
      'ssd_mobilenetv1_model-weights_manifest.json',
      'ssd_mobilenetv1_model.bin',
      'sample3.jpg',
    );
    const manifest = files.get('ssd_mobilenetv1_model-weights_manifest.json') ?? new Uint8Array(0);
    const binary = files.get('ssd_mobilenetv1_model.bin') ?? new Uint8Array(0);
    const pixels = await sharp(files.get('sample3.jpg')).resize(512, 512, { fit: 'cover' }).raw().toBuffer();

    const session = await InferenceSession.create(BUILDERS.ssd.build(files), { logSeverityLevel: 3 });
    const input = new Tensor('float32', toPlanes(pixels, 512, 512), [1, 3, 512, 512]);
    const { boxes, scores } = await session.run({ input });

    const tf = await openTensorflow();
    const faceApi = openFaceApi();
    const net = new faceApi.SsdMobilenetv1();
    net.loadFromWeightMap(decodeWeights(tf, manifest, binary));
    const image = new faceApi.NetInput([tf.tensor3d(Float32Array.from(pixels), [512, 512, 3])]);
    const { boxes: rawBoxes, scores: rawScores } = net.forwardInput(image);
    const expectedScores = rawScores[0]?.dataSync<'float32'>() ?? new Float32Array(0);
    const expectedBoxes = xFirst(rawBoxes[0]?.dataSync<'float32'>() ?? new Float32Array(0));
    expect(Math.max(...expectedScores)).toBeGreaterThan(0.5);
    expect(largestDifference(scores?.data as Float32Array, expectedScores)).toBeLessThan(1e-3);
    expect(largestDifference(boxes?.data as Float32Array, expectedBoxes)).toBeLessThan(1e-3);
  });
});

/** face-api's boxes are top, left, bottom, right. */
function xFirst(boxes: Float32Array): Float32Array {
  return boxes.map((_, i) => boxes[i ^ 1] ?? NaN);
}
