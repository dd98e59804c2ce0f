import type { Model } from '@facet/analysis/model.js';
import { toVector } from '@facet/analysis/recognition/vector.js';
import { distance, ensureModels, openStore } from '@facet/engine';
import { loadModel } from '@facet/engine/internals';
import sharp from 'sharp';
import { interleave } from './interleave.js';
import type { Figure } from '../common/figure.js';

const ROUNDS = 40;
const SIDE = 112;
const ONE_THREAD = { threads: 1, keepsMemory: true };

/** The built SFace against the file as shipped, on one thread, on one real face. */
export async function measureEmbedder(portrait: Buffer): Promise<Figure[]> {
  const shippedPath = (await openStore().ensure(['sface.onnx'])).get('sface.onnx');
  const { embedder: builtPath } = await ensureModels({}, ['embedder']);
  if (shippedPath === undefined) throw new Error('SFace is not in the cache.');
  const shipped = await loadModel(shippedPath, ONE_THREAD);
  const built = await loadModel(builtPath, ONE_THREAD);
  try {
    const input = await centreOf(portrait);
    const runOn = async (model: Model, output: string): Promise<Float32Array> =>
      (await model.run(input, [1, 3, SIDE, SIDE])).values(output);
    const expected = await runOn(shipped, 'fc1');
    const actual = await runOn(built, 'vector');
    const times = await interleave(ROUNDS, {
      shipped: () => runOn(shipped, 'fc1'),
      built: () => runOn(built, 'vector'),
    });
    return [
      {
        measure: 'SFace as shipped / as built, time',
        value: times.ratio('shipped', 'built'),
        unit: '×',
        target: { least: 2.5 },
        count: ROUNDS,
      },
      {
        measure: 'SFace as shipped / as built, distance of the vectors',
        value: distance(toVector(expected), toVector(actual)),
        unit: '',
        target: { most: 0.003 },
        count: 1,
      },
      { measure: 'SFace as shipped', value: times.median('shipped'), unit: 'ms', count: ROUNDS },
      { measure: 'SFace as built', value: times.median('built'), unit: 'ms', count: ROUNDS },
    ];
  } finally {
    await Promise.all([shipped.release(), built.release()]);
  }
}

/** Planes of the middle of the photo, where the face is; how well it is aligned changes no time. */
async function centreOf(photo: Buffer): Promise<Float32Array> {
  const pixels = await sharp(photo).resize({ width: SIDE, height: SIDE, fit: 'cover' }).raw().toBuffer();
  const plane = SIDE * SIDE;
  return new Float32Array(3 * plane).map((_, i) => pixels[(i % plane) * 3 + Math.floor(i / plane)] ?? 0);
}
