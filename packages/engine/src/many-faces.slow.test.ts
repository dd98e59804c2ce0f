import { MAX_FACES } from '@facet/engine';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { overlap, prominence } from '@facet/analysis/geometry/box.js';
import { collage, cutOut, grown, sample, SAMPLES } from './image/sample-photos.test.fixture.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

const SIDE = 1024;
const TILE = 56;
const ACROSS = Math.floor(SIDE / TILE);

const { engine, analysis } = analysedSamples(sample);

describe('a picture that is made of faces', () => {
  let mosaic: Buffer;

  beforeAll(async () => {
    const cut = SAMPLES.flatMap((n) =>
      analysis(n).faces.map(async ({ box }) =>
        sharp(await cutOut(sample(n), grown(box, 1.2)))
          .resize(TILE, TILE, { fit: 'cover' })
          .png()
          .toBuffer(),
      ),
    );
    const tiles = await Promise.all(cut);
    mosaic = await collage(
      { width: SIDE, height: SIDE },
      Array.from({ length: ACROSS * ACROSS }, (_, n) => ({
        image: tiles[n % tiles.length] ?? Buffer.alloc(0),
        left: (n % ACROSS) * TILE,
        top: Math.floor(n / ACROSS) * TILE,
      })),
    );
  });

  it('gives dozens of faces, no more than it may, and the most prominent is the one that a vector is of', async () => {
    expect(ACROSS * ACROSS).toBeGreaterThan(2 * MAX_FACES);
    const [{ faces, imageSize }, { face }] = await Promise.all([
      engine().analyse(mosaic),
      engine().vector(mosaic),
    ]);
    expect(faces.length).toBeGreaterThan(MAX_FACES / 2);
    expect(faces.length).toBeLessThanOrEqual(MAX_FACES);
    const ranks = faces.slice(1).map(({ box }) => prominence(box, imageSize));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(overlap(face.box, faces[0]?.box ?? face.box)).toBeGreaterThan(0.9);
  });

  it('frees its worker soon after the caller cancels', async () => {
    const timed = async (call: Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await call.catch(() => undefined);
      while (engine().load().running > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return performance.now() - began;
    };
    const whole = await timed(engine().analyse(mosaic));
    const stop = new AbortController();
    const call = engine().analyse(mosaic, { signal: stop.signal });
    call.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, whole / 10));
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    // Nine tenths of it would have been left to do.
    expect(await timed(call)).toBeLessThan(whole / 2);
  });
});
