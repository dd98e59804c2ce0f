import { distance, type EngineError, LANDMARK_KEYS, type Box } from '@facet/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { centre, overlap } from '@facet/analysis/geometry/box.js';
import {
  collage,
  cutOut,
  grown,
  jpeg,
  sample,
  SAMPLES,
  type SampleNumber,
} from './image/sample-photos.test.fixture.js';
import { analysedSamples } from './analysed-samples.test.fixture.js';

const PEOPLE: Readonly<Record<SampleNumber, number>> = { 1: 3, 2: 3, 3: 3, 4: 4, 5: 5, 6: 4 };

const { engine, analysis: analysisOf, face: faceOf } = analysedSamples(sample);

const corners = ({ x1, y1, x2, y2 }: Box): number[] => [x1, y1, x2, y2];
const furthest = (a: Box, b: Box): number =>
  Math.max(...corners(a).map((value, i) => Math.abs(value - (corners(b)[i] ?? NaN))));

describe('the people of real photographs', () => {
  it.each(SAMPLES)('sample %d: all of them, and nobody else', (n) => {
    expect(analysisOf(n).faces).toHaveLength(PEOPLE[n]);
  });

  it.each(SAMPLES)('sample %d: the most prominent first', (n) => {
    const { faces, imageSize } = analysisOf(n);
    const prominence = faces.map(({ box }) => {
      const { x, y } = centre(box);
      const d2 = (x / imageSize.width - 0.5) ** 2 + (y / imageSize.height - 0.5) ** 2;
      return (box.x2 - box.x1) * (box.y2 - box.y1) * Math.exp(-8 * d2);
    });
    expect(prominence).toEqual(prominence.toSorted((a, b) => b - a));
  });

  it.each(SAMPLES)('sample %d: each with 68 points inside the face, eyes above the mouth', (n) => {
    for (const { box, landmarks, pose } of analysisOf(n).faces) {
      expect(landmarks).toHaveLength(68);
      // The rectangle follows what is seen of a profile, the jaw goes on behind it.
      const room = grown(box, Math.abs(pose.yaw) > 45 ? 1.4 : 1.2);
      for (const { x, y } of landmarks) {
        expect(x).toBeGreaterThan(room.x1);
        expect(x).toBeLessThan(room.x2);
        expect(y).toBeGreaterThan(room.y1);
        expect(y).toBeLessThan(room.y2);
      }
      const at = (key: (typeof LANDMARK_KEYS)[number]): { x: number; y: number } =>
        landmarks[LANDMARK_KEYS.indexOf(key)] ?? { x: NaN, y: NaN };
      expect(at('leftEyeLeftCorner').y).toBeLessThan(at('mouthLeft').y);
      expect(at('rightEyeRightCorner').y).toBeLessThan(at('mouthRight').y);
      expect(at('leftEyeLeftCorner').x).toBeLessThan(at('rightEyeRightCorner').x);
      expect(at('noseTop1').y).toBeLessThan(at('chin').y);
    }
  });

  it.each(SAMPLES)('sample %d: each with sensible attributes', (n) => {
    for (const { ageYears, genderConfidence, confidence, pose } of analysisOf(n).faces) {
      expect(ageYears).toBeGreaterThan(10);
      expect(ageYears).toBeLessThan(60);
      expect(genderConfidence).toBeGreaterThanOrEqual(0.501);
      expect(genderConfidence).toBeLessThanOrEqual(1);
      expect(confidence).toBeGreaterThan(0.5);
      expect(Math.abs(pose.yaw)).toBeLessThan(90);
    }
  });
});

/** Everybody on the sample photos is a woman; their ages are not known. */
describe.each([3, 4, 6] as const)('the women of sample %d', (n) => {
  it('are taken for women', () => {
    for (const { gender } of analysisOf(n).faces) expect(gender).toBe('female');
  });

  it('have an age in years that lies in their range', () => {
    for (const { ageRange, ageYears } of analysisOf(n).faces) {
      const [low = NaN, high = NaN] = ageRange.split('-').map(Number);
      expect(ageYears).toBeGreaterThanOrEqual(low);
      expect(ageYears).toBeLessThan(high);
    }
  });
});

describe('vector and analyse', () => {
  it.each(SAMPLES)('sample %d: agree on the first face', async (n) => {
    const { face } = await engine().vector(sample(n));
    expect(furthest(face.box, faceOf(n, 0).box)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['left', 0, 60],
    ['right', 560, 0],
    ['bottom right', 560, 320],
  ] as const)('agree with a big face at the %s and small ones elsewhere', async (_, left, top) => {
    const tile = async (n: SampleNumber, width: number): Promise<Buffer> =>
      sharp(sample(n)).resize({ width }).png().toBuffer();
    const big = await sharp(await cutOut(sample(6), grown(faceOf(6, 0).box, 1.5)))
      .resize(440, 440)
      .png()
      .toBuffer();
    const mosaic = await collage({ width: 1024, height: 768 }, [
      { image: await tile(5, 500), left: 20, top: 20 },
      { image: await tile(4, 420), left: 560, top: 400 },
      { image: await tile(3, 300), left: 80, top: 500 },
      { image: big, left, top },
    ]);
    const [{ face }, { faces }] = await Promise.all([engine().vector(mosaic), engine().analyse(mosaic)]);
    const first = faces[0];
    if (first === undefined) throw new Error('no face in the mosaic');
    expect(furthest(face.box, first.box)).toBeLessThanOrEqual(1);
  });
});

describe('faces that are hard to find', () => {
  it.each(SAMPLES)(
    'sample %d: a crop at the rectangle of the face, and one that the face overfills',
    async (n) => {
      for (const times of [1, 0.9]) {
        const { faces } = await engine().analyse(await cutOut(sample(n), grown(faceOf(n, 0).box, times)));
        expect(faces, `crop of ${times}`).toHaveLength(1);
      }
    },
  );

  it.each(SAMPLES)('sample %d: each face alone in a photo of 160 px, profiles too', async (n) => {
    for (const { box } of analysisOf(n).faces) {
      const crop = await sharp(await cutOut(sample(n), grown(box, 2)))
        .resize({ width: 160 })
        .jpeg()
        .toBuffer();
      const { face } = await engine().vector(crop);
      expect(face.confidence).toBeGreaterThan(0.5);
    }
  });

  it('at least 80 % of faces 24 px high in a photo of 1024 px', async () => {
    let [all, found, seen] = [0, 0, 0];
    // Two photos, because one shows no more faces than a call gives.
    for (const firstTile of [0, 8]) {
      const { photo, expected } = await photoOfSmallFaces(firstTile);
      const { faces } = await engine().analyse(photo);
      all += expected.length;
      seen += faces.length;
      found += expected.filter((box) => faces.some((face) => overlap(face.box, box) > 0.4)).length;
    }
    expect(found / all).toBeGreaterThanOrEqual(0.8);
    expect(seen).toBeLessThanOrEqual(all + 3);
  });

  /** Eight of sixteen samples, each so small that its smallest face is 24 px high. */
  async function photoOfSmallFaces(firstTile: number): Promise<{ photo: Buffer; expected: Box[] }> {
    const tiles: { image: Buffer; left: number; top: number }[] = [];
    const expected: Box[] = [];
    for (let i = firstTile; i < firstTile + 8; i++) {
      const n = SAMPLES[i % SAMPLES.length] ?? 1;
      const { faces, imageSize } = analysisOf(n);
      const scale = 24 / Math.min(...faces.map(({ box }) => box.y2 - box.y1));
      const left = (i % 4) * 256;
      const top = Math.floor(i / 4) * 192;
      const image = await sharp(sample(n))
        .resize({ width: Math.round(imageSize.width * scale) })
        .png()
        .toBuffer();
      tiles.push({ image, left, top });
      for (const { box, pose } of faces) {
        // A profile of 24 px is beyond what is promised.
        if (Math.abs(pose.yaw) > 45) continue;
        expected.push({
          x1: left + box.x1 * scale,
          x2: left + box.x2 * scale,
          y1: top + box.y1 * scale,
          y2: top + box.y2 * scale,
        });
      }
    }
    return { photo: await collage({ width: 1024, height: 768 }, tiles), expected };
  }

  /** Faces that stand upright in their photo, so that the turn of the picture is the turn of the face. */
  const UPRIGHT = [
    [3, 0],
    [3, 2],
    [5, 0],
    [6, 0],
  ] as const;

  it.each([30, -30, 60, -60, 90, -90])('faces turned in the picture by %d degrees', async (degrees) => {
    const turned = await Promise.all(
      UPRIGHT.map(async ([n, index]) => {
        const { box, pose } = faceOf(n, index);
        const upright = await cutOut(sample(n), grown(box, 2));
        const image = await jpeg(sharp(upright).rotate(degrees, { background: { r: 110, g: 115, b: 120 } }));
        const [before, after, { faces }] = await Promise.all([
          engine().vector(upright),
          engine()
            .vector(image)
            .catch((error: unknown) => (error as EngineError).code),
          engine().analyse(image),
        ]);
        return {
          face: `sample ${n}, face ${index}`,
          count: faces.length,
          apart: typeof after === 'string' ? after : distance(before.vector, after.vector),
          turn: (faces[0]?.pose.roll ?? NaN) - pose.roll,
        };
      }),
    );
    // Measured: at most 0.21 apart where the turn is recognised, above 0.45 where it is not.
    const wrong = turned.filter(
      ({ count, apart, turn }) =>
        count !== 1 || typeof apart === 'string' || apart > 0.25 || Math.abs(turn - degrees) > 30,
    );
    // The detector sees only a part of a head that lies flat: one of the four may be missed.
    const missed = wrong.filter(({ count }) => count === 0);
    expect(missed.length).toBeLessThanOrEqual(Math.abs(degrees) === 90 ? 1 : 0);
    expect(wrong.filter(({ count }) => count !== 0)).toEqual([]);
  });
});

describe('images without a face', () => {
  const raw = (colour: (x: number, y: number) => [number, number, number]): Promise<Buffer> => {
    const [width, height] = [640, 480];
    const data = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3);
    }
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };
  let seed = 1;
  const noise = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed >> 16) & 255;
  };
  const images: readonly (readonly [string, (x: number, y: number) => [number, number, number]])[] = [
    ['black', () => [0, 0, 0]],
    ['white', () => [255, 255, 255]],
    ['skin colour', () => [224, 172, 105]],
    ['noise', () => [noise(), noise(), noise()]],
    [
      'a sky over a field',
      (x, y) => (y < 240 ? [90 + y / 4, 150 + y / 5, 235] : [60 + x / 20, 130 - (y - 240) / 6, 40]),
    ],
    [
      'a sun in a haze',
      (x, y) => {
        const light = 255 * Math.exp(-((x - 320) ** 2 + (y - 200) ** 2) / 20_000);
        return [light, light * 0.8, 60 + light / 3];
      },
    ],
    ['a chessboard', (x, y) => (((x >> 5) + (y >> 5)) % 2 === 0 ? [20, 20, 20] : [230, 230, 230])],
  ];

  it.each(images)('%s: an empty list, and an error where a face is needed', async (_, colour) => {
    const image = await raw(colour);
    expect((await engine().analyse(image)).faces).toEqual([]);
    await expect(engine().vector(image)).rejects.toMatchObject({ code: 'no-face' });
  });

  it('a photo of one pixel, and one of a single row', async () => {
    for (const [width, height] of [
      [1, 1],
      [300, 1],
      [1, 300],
    ] as const) {
      const image = await sharp({ create: { width, height, channels: 3, background: '#c08060' } })
        .png()
        .toBuffer();
      expect((await engine().analyse(image)).faces).toEqual([]);
    }
  });
});
