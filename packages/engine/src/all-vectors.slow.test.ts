import { distance, VECTOR_MODEL } from '@facet/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { overlap } from '@facet/analysis/geometry/box.js';
import { sample, SAMPLES } from './image/sample-photos.test.fixture.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

const { engine, photo, analysis } = analysedSamples(sample);

const NUMBERS = 128;
/** The largest distance between the vector of a face and that of its rectangle sent as a box; the specification's bound. */
const ROUND_TRIP = 0.05;

describe('the vectors of all faces of a photo', () => {
  it('come from one call and one decoding, in the order of the analysis, with all that belongs to a face', async () => {
    for (const n of SAMPLES) {
      const found = analysis(n).faces;
      const { faces, timings } = await engine().vectors(photo(n), { extras: ['quality'] });
      expect(faces).toHaveLength(found.length);
      faces.forEach(({ face, vector, model, quality, imageSize }, i) => {
        const known = found[i];
        expect(overlap(face.box, known?.box ?? { x1: 0, y1: 0, x2: 0, y2: 0 })).toBeGreaterThan(0.9);
        expect(vector).toHaveLength(NUMBERS);
        expect(model).toBe(VECTOR_MODEL);
        expect(quality?.size.width).toBeGreaterThan(0);
        expect(imageSize).toEqual(analysis(n).imageSize);
      });
      expect(timings.decode).toBeGreaterThan(0);
    }
  });

  it('are those that each face has when its rectangle is sent as a box', async () => {
    const { faces } = await engine().vectors(photo(3));
    expect(faces.length).toBeGreaterThan(2);
    for (const { face, vector } of faces) {
      const alone = await engine().vector(photo(3), { faces: { kind: 'boxes', boxes: [face.box] } });
      expect(distance(alone.vector, vector)).toBeLessThan(ROUND_TRIP);
    }
  });

  it('are as many as requested, the most prominent first', async () => {
    const { faces: all } = await engine().vectors(photo(3));
    const { faces: two } = await engine().vectors(photo(3), { maxFaces: 2 });
    expect(two).toHaveLength(2);
    two.forEach(({ vector }, i) => {
      expect(distance(vector, all[i]?.vector ?? new Float32Array(NUMBERS))).toBeLessThan(ROUND_TRIP);
    });
  });

  it('are an empty list where there is no face', async () => {
    const grey = { width: 320, height: 240, channels: 3, background: '#808080' } as const;
    const { faces } = await engine().vectors(await sharp({ create: grey }).png().toBuffer());
    expect(faces).toEqual([]);
  });

  it('end with the signal of the caller', async () => {
    const call = engine().vectors(photo(3), { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });
});
