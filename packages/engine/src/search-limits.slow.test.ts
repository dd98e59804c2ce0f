import type { AttributedFace, FaceSelection, SearchLimits } from '@facet/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { integerBox } from '@facet/analysis/geometry/box.js';
import { collage, cutOut, grown, sample, SAMPLES } from './image/sample-photos.test.fixture.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

const { engine, analysis, face: faceOf } = analysedSamples(sample);

const detect = (limits: SearchLimits): { faces: FaceSelection } => ({
  faces: { kind: 'detect', ...limits },
});
const shorterSide = ({ box }: AttributedFace): number => {
  const { x1, y1, x2, y2 } = integerBox(box, { width: 10_000, height: 10_000 });
  return Math.min(x2 - x1, y2 - y1);
};

describe('a search with limits', () => {
  it.each(SAMPLES)('sample %d: gives the first faces as the search for all gives them', async (n) => {
    const { faces } = analysis(n);
    for (const maxFaces of [1, 2, 64]) {
      const limited = await engine().analyse(sample(n), detect({ maxFaces }));
      expect(limited.faces).toEqual(faces.slice(0, maxFaces));
    }
  });

  it.each(SAMPLES)('sample %d: leaves out the faces that are smaller, and no others', async (n) => {
    const { faces } = analysis(n);
    for (const minFaceSize of new Set(faces.map(shorterSide))) {
      const limited = await engine().analyse(sample(n), detect({ minFaceSize }));
      expect(limited.faces).toEqual(faces.filter((face) => shorterSide(face) >= minFaceSize));
    }
    const largest = Math.max(...faces.map(shorterSide));
    expect((await engine().analyse(sample(n), detect({ minFaceSize: largest + 1 }))).faces).toEqual([]);
  });

  it('looks further where the most prominent face is too small', async () => {
    const tile = async (side: number): Promise<Buffer> =>
      sharp(await cutOut(sample(6), grown(faceOf(6, 0).box, 1.5)))
        .resize(side, side)
        .png()
        .toBuffer();
    const photo = await collage({ width: 1200, height: 1200 }, [
      { image: await tile(330), left: 435, top: 435 },
      { image: await tile(420), left: 0, top: 0 },
    ]);
    const { faces } = await engine().analyse(photo);
    const [first, second] = faces;
    if (first === undefined || second === undefined) throw new Error('The photo shows two faces.');
    expect(shorterSide(first)).toBeLessThan(shorterSide(second));
    const { faces: large } = await engine().analyse(
      photo,
      detect({ maxFaces: 1, minFaceSize: shorterSide(second) }),
    );
    expect(large).toEqual([second]);
  });
});
