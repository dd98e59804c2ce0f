import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { NATIVE_FORMS } from '../../packages/model-build/src/recipes.js';
import { DETECTOR_REFERENCE } from './detector-reference.js';
import { loadFiles } from './weights.js';

const [WIDTH, HEIGHT] = [192, 128];
const PLANES = 15;
/** How far the weights' rounding to half precision moves an output, at most. */
const HALF_PRECISION = 0.02;

/** As `pattern` in lab/training/detector/reference.py. */
const pattern = (): Float32Array =>
  Float32Array.from({ length: 3 * HEIGHT * WIDTH }, (_, index) => {
    const across = index % WIDTH;
    const down = Math.floor(index / WIDTH) % HEIGHT;
    const colour = Math.floor(index / (WIDTH * HEIGHT));
    return (3 * (colour + 1) * across + 5 * down + Math.floor((across * down) / (16 + colour))) % 256;
  });

describe.each(NATIVE_FORMS)('the detector, %s', (form) => {
  it('gives what the trained model gave in PyTorch', async () => {
    const files = await loadFiles('detector.onnx');
    const session = await InferenceSession.create(buildModel('detector', files, form), {
      logSeverityLevel: 3,
    });
    const results = await session.run({ image: new Tensor('float32', pattern(), [1, 3, HEIGHT, WIDTH]) });
    for (const { stride, mean, middle } of DETECTOR_REFERENCE) {
      const output = results[`stride_${stride}`];
      const [rows, columns] = [HEIGHT / stride, WIDTH / stride];
      expect(output?.dims).toEqual([1, PLANES, rows, columns]);
      const values = output?.data as Float32Array;
      const cells = rows * columns;
      const middleCell = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
      for (let plane = 0; plane < PLANES; plane++) {
        const own = values.subarray(plane * cells, (plane + 1) * cells);
        const average = own.reduce((sum, value) => sum + value, 0) / cells;
        expect(Math.abs(average - (mean[plane] ?? NaN))).toBeLessThan(HALF_PRECISION);
        expect(Math.abs((own[middleCell] ?? NaN) - (middle[plane] ?? NaN))).toBeLessThan(HALF_PRECISION);
      }
    }
  });

  it('takes photos of any size in multiples of 64 pixels', async () => {
    const files = await loadFiles('detector.onnx');
    const session = await InferenceSession.create(buildModel('detector', files, form), {
      logSeverityLevel: 3,
    });
    const image = new Tensor('float32', new Float32Array(3 * 64 * 320), [1, 3, 64, 320]);
    const { stride_8: finest, stride_64: coarsest } = await session.run({ image });
    expect(finest?.dims).toEqual([1, PLANES, 8, 40]);
    expect(coarsest?.dims).toEqual([1, PLANES, 1, 5]);
  });
});
