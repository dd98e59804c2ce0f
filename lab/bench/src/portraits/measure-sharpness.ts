import { requested, type Engine } from '@facet/engine';
import { percentile } from '@facet/test-support';
import sharp from 'sharp';
import { landmarkTruths } from '../data/datasets.js';
import { eachImage } from '../measures/each-image.js';
import { areaUnderCurve } from './area-under-curve.js';

/** Standard deviations of the blur, relative to the width of the face. */
const BLURS = [0.01, 0.02, 0.04];
const PHOTOS = 60;
const EXTRAS = { extras: ['quality'] } as const;

/** Whether sharpness tells photos of 300-W from the same photos blurred. */
export async function measureSharpness(engine: Engine, folder: string, limit: number): Promise<object[]> {
  const photos = (await landmarkTruths(folder)).slice(0, PHOTOS);
  const rows = await eachImage(photos, async (_, bytes) => {
    const { face, quality } = await engine.vector(bytes, EXTRAS);
    const boxes = [face.box];
    const blurred: number[] = [];
    for (const blur of BLURS) {
      const image = await sharp(bytes)
        .blur(Math.max(0.3, blur * (face.box.x2 - face.box.x1)))
        .png()
        .toBuffer();
      const again = await engine.vector(image, { ...EXTRAS, faces: { kind: 'boxes', boxes } });
      blurred.push(requested(again.quality).sharpness);
    }
    return { plain: requested(quality).sharpness, blurred };
  });
  const plain = rows.map((row) => row.plain);
  return [
    { blur: 0, ...summary(plain, limit) },
    ...BLURS.map((blur, i) => {
      const values = rows.map(({ blurred }) => blurred[i] ?? 0);
      return { blur, area: areaUnderCurve(plain, values), ...summary(values, limit) };
    }),
  ];
}

const summary = (values: readonly number[], limit: number): object => ({
  median: percentile(values, 0.5),
  p05: percentile(values, 0.05),
  p95: percentile(values, 0.95),
  passing: values.filter((value) => value >= limit).length / values.length,
});
