import { distance, MAX_VECTORS, type AttributedFace } from '@facet/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { collage, cutOut, grown, sample, type SampleNumber } from './image/sample-photos.test.fixture.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

const { engine, photo, analysis, face } = analysedSamples(sample);

/** One face of a sample alone, with some room around it. */
const alone = (n: SampleNumber, index: number): Promise<Buffer> =>
  cutOut(photo(n), grown(face(n, index).box, 1.6));

async function firstOf(image: Uint8Array): Promise<AttributedFace> {
  const { faces } = await engine().analyse(image, { extras: ['quality', 'expression'] });
  const [first] = faces;
  if (first === undefined) throw new Error('there is no face');
  return first;
}

describe('what a call did not request', () => {
  it('is not there', () => {
    for (const found of analysis(3).faces) {
      expect(Object.keys(found).sort()).toEqual(
        [
          'ageProbability',
          'ageRange',
          'ageYears',
          'box',
          'confidence',
          'gender',
          'genderConfidence',
          'landmarks',
          'pose',
        ].sort(),
      );
    }
  });

  it('changes nothing of the rest', async () => {
    const { faces } = await engine().analyse(photo(3), { extras: ['quality', 'expression', 'vector'] });
    expect(faces).toHaveLength(analysis(3).faces.length);
    for (const [n, found] of faces.entries()) expect(found).toMatchObject({ ...face(3, n) });
  });
});

describe('the vector of every face', () => {
  it('is the one that the face alone gives: exactly for the first, nearly for the rectangles of the others', async () => {
    const { faces } = await engine().analyse(photo(3), { extras: ['vector'] });
    const { vector } = await engine().vector(photo(3));
    expect(faces[0]?.vector).toEqual(vector);
    for (const found of faces) {
      const one = await engine().vector(photo(3), { faces: { kind: 'boxes', boxes: [found.box] } });
      expect(distance(found.vector ?? new Float32Array(128), one.vector)).toBeLessThan(0.05);
    }
  });

  it('of a given box is that of the same box', async () => {
    const faces = { kind: 'boxes', boxes: [face(6, 1).box, face(6, 0).box] } as const;
    const analysed = await engine().analyse(photo(6), { faces, extras: ['vector'] });
    const { vector } = await engine().vector(photo(6), { faces: { kind: 'boxes', boxes: [face(6, 1).box] } });
    expect(analysed.faces[0]?.vector).toEqual(vector);
  });

  it(`is given for the first ${MAX_VECTORS} faces of a crowd, quality and expression for all`, async () => {
    const side = 96;
    const across = 8;
    const tiles = await Promise.all(
      [alone(3, 0), alone(6, 0)].map(async (one) =>
        sharp(await one)
          .resize(side, side)
          .png()
          .toBuffer(),
      ),
    );
    const crowd = await collage(
      { width: across * side, height: 3 * side },
      Array.from({ length: 3 * across }, (_, n) => ({
        image: tiles[n % 2] ?? Buffer.alloc(0),
        left: (n % across) * side,
        top: Math.floor(n / across) * side,
      })),
    );
    const { faces, timings } = await engine().analyse(crowd, { extras: ['quality', 'expression', 'vector'] });
    expect(faces.length).toBeGreaterThan(MAX_VECTORS);
    expect(faces.map(({ vector }) => vector !== undefined)).toEqual(faces.map((_, n) => n < MAX_VECTORS));
    expect(faces.every(({ quality, expression }) => quality && expression)).toBe(true);
    expect(timings.vector).toBeGreaterThan(0);
  });
});

describe('the expression', () => {
  it('has all scores between 0 and 1', async () => {
    const { faces } = await engine().analyse(photo(3), { extras: ['expression'] });
    for (const { expression } of faces) {
      const scores = Object.values(expression?.blendshapes ?? {});
      expect(scores).toHaveLength(51);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });
});

describe('the quality', () => {
  it('falls when a photo is blurred, darkened or lit from one side, each in its own measure', async () => {
    const image = await alone(3, 0);
    const { quality: good } = await firstOf(image);
    const { width, height } = await sharp(image).metadata();
    const { quality: blurred } = await firstOf(
      await sharp(image)
        .blur(width / 40)
        .toBuffer(),
    );
    const { quality: dark } = await firstOf(await sharp(image).linear(0.3, 0).toBuffer());
    const shade = Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="${width / 2}" height="${height}" opacity="0.7"/></svg>`,
    );
    const { quality: shaded } = await firstOf(
      await sharp(image)
        .composite([{ input: shade }])
        .toBuffer(),
    );
    if (!good || !blurred || !dark || !shaded) throw new Error('no quality');
    expect(blurred.sharpness).toBeLessThan(good.sharpness * 0.75);
    expect(dark.illumination).toBeLessThan(good.illumination / 2);
    expect(shaded.evenness).toBeLessThan(good.evenness - 0.3);
    for (const worse of [blurred, dark, shaded]) expect(worse.score).toBeLessThan(good.score);
  });
});

describe('an enrolment photo', () => {
  it('counts the faces of the whole photo and gives the vector of the first', async () => {
    const enrolled = await engine().vector(photo(3), { extras: ['enrolment'] });
    const plain = await engine().vector(photo(3));
    expect(enrolled.faceCount).toBe(analysis(3).faces.length);
    expect(enrolled.vector).toEqual(plain.vector);
    expect(enrolled.expression).toBeDefined();
    expect(plain.faceCount).toBeUndefined();
    expect(plain.expression).toBeUndefined();
  });

  it('counts nothing where a box names the face', async () => {
    const faces = { kind: 'boxes', boxes: [face(3, 1).box] } as const;
    const enrolled = await engine().vector(photo(3), { faces, extras: ['enrolment'] });
    expect(enrolled.faceCount).toBeUndefined();
  });
});
