import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractVector } from '@facet/analysis/analysis/extract-vector.js';
import { releaseModels, type Models } from '@facet/analysis/analysis/models.js';
import { WEB_VECTOR_MODEL } from '@facet/analysis/recognition/vector.js';
import { DEFAULT_DECODE_LIMITS, distance, openEngine, VECTOR_MODEL } from '@facet/engine';
import type { AttributedFace, Engine, FaceVector, Point } from '@facet/engine';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { decodePhoto, encodePng, openModels } from '@facet/engine/internals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTOS, useFacetPage } from './facet-page.js';

const facetPage = useFacetPage();
let engine: Engine;
/** The models of pages, run by the native runtime. */
let models: Models;
let page: Page;
beforeAll(async () => {
  engine = await openEngine({ workers: 1 });
  models = await openModels(1, 'web');
});
afterAll(async () => {
  await engine.close();
  await releaseModels(models);
});

const photo = (n: number): Promise<Buffer> => readFile(join(PHOTOS, `sample${n}.jpg`));
/** Small enough to be analysed pixel by pixel. */
const small = async (n: number, format: 'jpeg' | 'png'): Promise<Buffer> =>
  sharp(await photo(n))
    .resize(1000)
    .toFormat(format)
    .toBuffer();

/** So large that the decoder of the server shrinks it by half. */
const large = async (n: number): Promise<Buffer> =>
  sharp(await photo(n))
    .resize(3100)
    .jpeg()
    .toBuffer();

async function analyseInPage(image: Buffer, extras: ('expression' | 'quality' | 'aligned' | 'spoofScore')[]) {
  page = await facetPage.open();
  return page.evaluate(
    async ([base64, wanted]) => {
      const facet = await facetModule.openFacet({ models: '/models/' });
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { imageSize, faces } = await facet.analyse(new Blob([bytes]), { extras: wanted });
      facet.close();
      return { imageSize, faces: faces.map((face) => ({ ...face, aligned: face.aligned?.length })) };
    },
    [image.toString('base64'), extras] as const,
  );
}

type Places = Pick<AttributedFace, 'box' | 'landmarks'>;

const boxError = ({ box: a }: Places, { box: b }: Places): number =>
  Math.max(...[a.x1 - b.x1, a.y1 - b.y1, a.x2 - b.x2, a.y2 - b.y2].map(Math.abs));

function landmarkError({ landmarks }: Places, { landmarks: others }: Places): number {
  const apart = landmarks.map(({ x, y }: Point, n) =>
    Math.hypot(x - (others[n]?.x ?? NaN), y - (others[n]?.y ?? NaN)),
  );
  return apart.reduce((sum, each) => sum + each, 0) / apart.length;
}

describe('a photo has the same faces as on the server', () => {
  it.each([
    ['analysed as it is', () => small(3, 'jpeg'), 1, 0.5],
    ['with another format', () => small(1, 'png'), 1, 0.5],
    ['reduced first', () => photo(1), 1, 0.5],
    ['reduced by a decoder', () => large(3), 1, 0.5],
  ])('%s', async (_, load, boxPixels, landmarkPixels) => {
    const image = await load();
    const extras = ['expression', 'quality', 'aligned', 'spoofScore'] as const;
    const expected = await engine.analyse(image, { extras });
    const found = await analyseInPage(image, [...extras]);
    expect(found.imageSize).toEqual(expected.imageSize);
    expect(found.faces).toHaveLength(expected.faces.length);
    expect(found.faces.length).toBeGreaterThan(1);
    for (const [n, face] of expected.faces.entries()) {
      const same = found.faces[n];
      if (same === undefined) throw new Error('no face');
      expect(boxError(same, face)).toBeLessThan(boxPixels);
      expect(landmarkError(same, face)).toBeLessThan(landmarkPixels);
      expect([same.ageRange, same.gender]).toEqual([face.ageRange, face.gender]);
      expect(same.confidence).toBeCloseTo(face.confidence, 1);
      expect(same.expression?.smile).toBeCloseTo(face.expression?.smile ?? NaN, 1);
      expect(same.quality?.score).toBeCloseTo(face.quality?.score ?? NaN, 1);
      expect(same.spoofScore).toBeCloseTo(face.spoofScore ?? NaN, 1);
      expect(same.aligned).toBeGreaterThan(1000);
    }
  });
});

/** As a page makes it, by the native runtime. */
async function webVector(image: Buffer): Promise<FaceVector> {
  const decoded = await decodePhoto(image, DEFAULT_DECODE_LIMITS);
  const call = {
    models,
    photo: decoded,
    image: pyramidOf(decoded.pixels),
    timer: startStageTimer(() => undefined),
    encodePng,
    vectorModel: WEB_VECTOR_MODEL,
  };
  return extractVector(call, { kind: 'detect' }, new Set());
}

describe('a vector', () => {
  it('is that of the same model on the server, and never mixed with those of another', async () => {
    const images = [await small(1, 'jpeg'), await small(2, 'jpeg')];
    page = await facetPage.open();
    const found = await page.evaluate(
      async ([first = '', second = '']) => {
        const facet = await facetModule.openFacet({ models: '/models/' });
        const blobOf = (base64: string): Blob =>
          new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
        const { vector, model } = await facet.vector(blobOf(first));
        const same = await facet.match(blobOf(first), await createImageBitmap(blobOf(first)));
        const other = await facet.match(blobOf(first), blobOf(second));
        facet.close();
        return {
          vector: [...vector],
          model,
          same: { distance: same.distance, isMatch: same.isMatch },
          other: other.isMatch,
        };
      },
      images.map((image) => image.toString('base64')),
    );
    const [image = Buffer.alloc(0)] = images;
    const vector = Float32Array.from(found.vector);
    expect(distance(vector, (await webVector(image)).vector)).toBeLessThan(0.02);
    expect(found.model).toBe(WEB_VECTOR_MODEL);
    expect(found.model).not.toBe(VECTOR_MODEL);
    // Near enough to tell people apart just as well.
    expect(distance(vector, (await engine.vector(image)).vector)).toBeLessThan(0.1);
    expect(found.same.isMatch).toBe(true);
    expect(found.same.distance).toBeLessThan(0.01);
    expect(found.other).toBe(false);
  });
});
