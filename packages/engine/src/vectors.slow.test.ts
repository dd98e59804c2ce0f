import {
  distance,
  openEngine,
  VECTOR_MODEL,
  type AttributedFace,
  type Box,
  type FaceVector,
} from '@facet/engine';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  cutOut,
  grown,
  jpeg,
  sample,
  SAMPLES,
  type SampleNumber,
} from './image/sample-photos.test.fixture.js';
import { VECTOR_NORM } from '@facet/analysis/recognition/vector.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

/** The samples at 1024 px, which the engine analyses pixel by pixel, so that a crop has the very same pixels. */
const { engine, photo, analysis, face } = analysedSamples((n) =>
  sharp(sample(n)).resize({ width: 1024 }).png().toBuffer(),
);
const firstFace = (n: SampleNumber): AttributedFace => face(n, 0);
const integer = (box: Box): Box => ({
  x1: Math.round(box.x1),
  y1: Math.round(box.y1),
  x2: Math.round(box.x2),
  y2: Math.round(box.y2),
});
const inBox = (image: Uint8Array, ...boxes: Box[]): Promise<FaceVector> =>
  engine().vector(image, { faces: { kind: 'boxes', boxes } });

describe('the vectors of one person', () => {
  const changes: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
    ['compressed again, strongly', (image) => image.jpeg({ quality: 40 })],
    ['at half the size', (image) => image.resize({ width: 512 }).jpeg()],
    ['darkened', (image) => image.linear(0.5, 0).jpeg()],
    ['in a mirror', (image) => image.flop().jpeg()],
  ];

  it.each(changes)('lie near each other: %s', async (_, change) => {
    for (const n of [1, 3, 6] as const) {
      const other = await change(sharp(await cutOut(photo(n), grown(firstFace(n).box, 2)))).toBuffer();
      const one = await cutOut(photo(n), grown(firstFace(n).box, 2));
      const { distance: apart, isMatch } = await engine().match(one, other);
      // Measured on the whole photos: at most 0.15.
      expect(apart).toBeLessThan(0.25);
      expect(isMatch).toBe(true);
    }
  });

  it('have 128 numbers, and a length at which 0.5 is the threshold', async () => {
    const { vector, model } = await engine().vector(photo(6));
    expect(vector).toHaveLength(128);
    expect(model).toBe(VECTOR_MODEL);
    expect(Math.hypot(...vector)).toBeCloseTo(VECTOR_NORM, 5);
  });
});

describe('the vectors of different people', () => {
  it.each(SAMPLES)('of sample %d lie more than 0.5 apart', async (n) => {
    const vectors = await Promise.all(
      analysis(n).faces.map(async ({ box }) => (await inBox(photo(n), integer(box))).vector),
    );
    vectors.forEach((a, i) => {
      for (const b of vectors.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(0.5);
    });
  });

  it('of different photos lie more than 0.5 apart, and match says so', async () => {
    const { distance: apart, isMatch } = await engine().match(photo(3), photo(6));
    expect(apart).toBeGreaterThan(0.5);
    expect(apart).toBeLessThanOrEqual(0.9);
    expect(isMatch).toBe(false);
  });
});

describe('a face rectangle sent back as a box', () => {
  it.each(SAMPLES)('sample %d: gives the vector of the first face', async (n) => {
    const { vector } = await engine().vector(photo(n));
    const boxed = await inBox(photo(n), integer(firstFace(n).box));
    expect(distance(vector, boxed.vector)).toBeLessThanOrEqual(0.05);
    expect(boxed.face.box).toEqual(integer(firstFace(n).box));
  });

  it.each(SAMPLES)('sample %d: gives the vector of each face, in a photo of its own', async (n) => {
    // A profile is not an ordinary photo.
    const ordinary = analysis(n).faces.filter(({ pose }) => Math.abs(pose.yaw) <= 45);
    const trips = await Promise.all(
      ordinary.map(async ({ box, pose }) => {
        const crop = await cutOut(photo(n), grown(box, 2.2));
        const [own, inPhoto] = await Promise.all([engine().vector(crop), inBox(photo(n), integer(box))]);
        const back = await inBox(crop, integer(own.face.box));
        return {
          roll: pose.roll,
          roundTrip: distance(own.vector, back.vector),
          // Another cut is another search, so the rectangle is not quite the same.
          otherCut: distance(own.vector, inPhoto.vector),
        };
      }),
    );
    expect(trips.filter(({ roundTrip, otherCut }) => roundTrip > 0.06 || otherCut > 0.1)).toEqual([]);
  });

  it('is clipped to the image', async () => {
    const { face } = await inBox(photo(6), { ...integer(firstFace(6).box), y2: 5000 });
    expect(face.box.y2).toBe(820);
  });

  it('keeps the order of the boxes, and takes the first for a vector', async () => {
    const boxes = analysis(4)
      .faces.map(({ box }) => integer(box))
      .reverse();
    const { faces: found } = await engine().analyse(photo(4), { faces: { kind: 'boxes', boxes } });
    expect(found.map(({ box }) => box)).toEqual(boxes);
    expect((await inBox(photo(4), ...boxes)).face.box).toEqual(boxes[0]);
  });

  it.each([
    [{ x1: 2000, y1: 10, x2: 2100, y2: 100 }],
    [{ x1: -50, y1: -50, x2: 0, y2: 0 }],
    [{ x1: 50, y1: 50, x2: 50, y2: 80 }],
    [{ x1: 90, y1: 50, x2: 50, y2: 80 }],
    [{ x1: 0, y1: 0, x2: 1e-300, y2: 1e-300 }],
    [{ x1: 50, y1: 50, x2: 90, y2: 50.99 }],
    // Less than a pixel of it is inside the image.
    [{ x1: -50, y1: 10, x2: 0.5, y2: 80 }],
  ])('beside the image, or covering less than a pixel of it, is rejected and quoted: %o', async (box) => {
    const quoted = [box.x1, box.y1, box.x2, box.y2].join(',');
    const error = {
      code: 'box-invalid',
      message: expect.stringContaining(quoted) as string,
      details: { box: quoted, width: 1024, height: 820 },
    };
    await expect(inBox(photo(6), box)).rejects.toMatchObject(error);
    const boxes = [integer(firstFace(6).box), box];
    await expect(engine().analyse(photo(6), { faces: { kind: 'boxes', boxes } })).rejects.toMatchObject(
      error,
    );
  });
});

describe('the smallest boxes', () => {
  it.each([
    [{ x1: 0, y1: 0, x2: 1, y2: 1 }],
    [{ x1: 1023, y1: 0, x2: 1024, y2: 820 }],
    [{ x1: 0, y1: 819, x2: 1024, y2: 820 }],
  ])('have finite numbers: %o', async (box) => {
    const { vector, quality, face } = await engine().vector(photo(6), {
      faces: { kind: 'boxes', boxes: [box] },
      extras: ['quality'],
    });
    const numbers = [...vector, quality?.score ?? NaN, ...face.landmarks.flatMap(({ x, y }) => [x, y])];
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

describe('two images', () => {
  it('are both decoded, and their boxes checked, before either is analysed', async () => {
    const faceless = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    // The analysis of the first would end with `no-face`.
    const one = await openEngine({ workers: 1 });
    try {
      await expect(one.match(faceless, photo(6).subarray(0, 9000))).rejects.toMatchObject({
        code: 'image-truncated',
        details: { image: 2 },
      });
      const boxes = [{ x1: 5000, y1: 0, x2: 6000, y2: 100 }];
      const outside = one.match(faceless, photo(6), { secondFaces: { kind: 'boxes', boxes } });
      await expect(outside).rejects.toMatchObject({ code: 'box-invalid', details: { image: 2 } });
    } finally {
      await one.close();
    }
  });
});

describe('a face cropped beforehand', () => {
  it.each(SAMPLES)('sample %d: is taken as one face, near its vector in the photo', async (n) => {
    const crop = await cutOut(photo(n), integer(firstFace(n).box));
    const { width, height } = await sharp(crop).metadata();
    const [taken, { vector }] = await Promise.all([
      engine().vector(crop, { faces: { kind: 'whole-image' } }),
      engine().vector(photo(n)),
    ]);
    expect(taken.face.box).toEqual({ x1: 0, y1: 0, x2: width, y2: height });
    // The crop lacks what lies around the face, so they are not the same to the last digit.
    expect(distance(taken.vector, vector)).toBeLessThan(0.35);
  });
});

describe('the same face in another file', () => {
  it('has the same vector in all eight orientations', async () => {
    const upright = await cutOut(photo(6), grown(firstFace(6).box, 2));
    const mirrored = await sharp(upright).flop().png().toBuffer();
    /** How the pixels must lie in the file for a viewer to bring them upright, by orientation. */
    const stored: readonly Sharp[] = [
      sharp(upright),
      sharp(mirrored),
      sharp(upright).rotate(180),
      sharp(mirrored).rotate(180),
      sharp(mirrored).rotate(-90),
      sharp(upright).rotate(-90),
      sharp(mirrored).rotate(90),
      sharp(upright).rotate(90),
    ];
    const { vector, imageSize } = await engine().vector(upright);
    const apart = await Promise.all(
      stored.map(async (pixels, i) => {
        const file = await pixels
          .withMetadata({ orientation: i + 1 })
          .jpeg({ quality: 95 })
          .toBuffer();
        const turned = await engine().vector(file);
        expect(turned.imageSize).toEqual(imageSize);
        return distance(vector, turned.vector);
      }),
    );
    expect(Math.max(...apart)).toBeLessThanOrEqual(0.05);
  });

  const kinds: readonly (readonly [string, number, (image: Sharp) => Promise<Buffer>])[] = [
    ['PNG of 16 bits', 0.05, (image) => image.toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', 0.2, (image) => image.png({ palette: true }).toBuffer()],
    ['PNG with alpha', 0.05, (image) => image.ensureAlpha(1).png().toBuffer()],
    ['interlaced PNG', 0.05, (image) => image.png({ progressive: true }).toBuffer()],
    ['progressive JPEG', 0.1, (image) => image.jpeg({ progressive: true, quality: 95 }).toBuffer()],
    ['JPEG in CMYK', 0.25, (image) => image.toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['grey JPEG', 0.35, (image) => image.greyscale().jpeg({ quality: 95 }).toBuffer()],
    ['grey PNG', 0.35, (image) => image.greyscale().png().toBuffer()],
  ];

  it.each(kinds)('%s: lies within %d', async (_, bound, encode) => {
    const plain = await cutOut(photo(6), grown(firstFace(6).box, 2));
    const { vector } = await engine().vector(plain);
    const other = await engine().vector(await encode(sharp(plain)));
    expect(distance(vector, other.vector)).toBeLessThan(bound);
  });

  it('of 12 megapixels has its coordinates in the pixels of the large image', async () => {
    const [large, small] = await Promise.all([
      jpeg(sharp(sample(6)).resize({ width: 4000 })).then((image) => engine().analyse(image)),
      engine().analyse(sample(6)),
    ]);
    expect(large.imageSize.width * large.imageSize.height).toBeGreaterThan(12e6);
    expect(large.faces).toHaveLength(small.faces.length);
    const scale = 4000 / 1920;
    large.faces.forEach((face, i) => {
      const other = small.faces[i];
      if (other === undefined) throw new Error('the small photo has fewer faces');
      const size = (other.box.x2 - other.box.x1) * scale;
      for (const corner of ['x1', 'y1', 'x2', 'y2'] as const) {
        expect(Math.abs(face.box[corner] - other.box[corner] * scale) / size).toBeLessThan(0.02);
      }
      face.landmarks.forEach(({ x, y }, j) => {
        const p = other.landmarks[j] ?? { x: NaN, y: NaN };
        expect(Math.hypot(x - p.x * scale, y - p.y * scale) / size).toBeLessThan(0.03);
      });
    });
  });
});

describe('quality', () => {
  const measured = (image: Uint8Array): Promise<FaceVector> =>
    engine().vector(image, { extras: ['quality'] });

  it('is measured only on request', async () => {
    const { quality } = await engine().vector(photo(6));
    expect(quality).toBeUndefined();
  });

  it('measures the rectangle in full pixels, the light on the face, and the yaw', async () => {
    const [{ quality, face }, dark] = await Promise.all([
      measured(sample(6)),
      jpeg(sharp(sample(6)).linear(0.3, 0)).then(measured),
    ]);
    expect(quality?.size.width).toBeCloseTo(face.box.x2 - face.box.x1, 6);
    expect(quality?.size.height).toBeCloseTo(face.box.y2 - face.box.y1, 6);
    expect(quality?.yaw).toBeCloseTo(Math.abs(face.pose.yaw), 6);
    expect(quality?.illumination).toBeGreaterThan(70);
    expect((dark.quality?.illumination ?? NaN) / (quality?.illumination ?? NaN)).toBeCloseTo(0.3, 1);
  });

  it('gives a mirrored photo the opposite yaw and roll', async () => {
    const [seen, mirrored] = await Promise.all([
      engine().analyse(photo(6)),
      engine().analyse(await sharp(photo(6)).flop().png().toBuffer()),
    ]);
    for (const { box, pose } of seen.faces) {
      const other = mirrored.faces.find((face) => Math.abs(1024 - face.box.x1 - box.x2) < 10);
      expect(other?.pose.yaw).toBeCloseTo(-pose.yaw, -1);
      expect(other?.pose.roll).toBeCloseTo(-pose.roll, -1);
      expect(other?.pose.pitch).toBeCloseTo(pose.pitch, -1);
    }
  });
});
