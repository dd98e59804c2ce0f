import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  estimateAvifCost,
  estimateWebpCost,
  estimateJpegCost as costOf,
  mayNeedMuchMemory,
  estimatePngCost,
  rejectTooExpensive,
  rejectTooManyParts,
  type CostEstimate,
} from './cost-estimate.js';
import { DEFAULT_DECODE_LIMITS as limits } from './decode-limits.js';
import type { JpegStructure } from './jpeg-structure.js';
import { claimSize, encoder, handMadePng, samplePixels } from './synthetic-images.test.fixture.js';
import type { PngStructure } from './png-structure.js';

const MEGABYTE = 1024 * 1024;

const estimateJpegCost = (structure: JpegStructure, fileBytes: number): CostEstimate =>
  costOf(structure, fileBytes, limits.analysisSide);

type Sampling = readonly (readonly [horizontal: number, vertical: number])[];

const QUARTERED: Sampling = [
  [2, 2],
  [1, 1],
  [1, 1],
];
const FULL: Sampling = [
  [1, 1],
  [1, 1],
  [1, 1],
];

const jpeg = (
  width: number,
  height: number,
  sampling: Sampling,
  scans: readonly (readonly number[])[],
  marker = 0xc2,
): JpegStructure => ({
  frame: {
    marker,
    bitsPerSample: 8,
    size: { width, height },
    components: sampling.map(([horizontal, vertical], n) => ({ id: n + 1, horizontal, vertical })),
  },
  scans,
  orientation: undefined,
  tooManySegments: false,
  pixelBytes: new Uint8Array(),
});

/** The scans of libjpeg's own default for colour, and one more complete script as mozjpeg's search may choose. */
const LIBJPEG = [[1, 2, 3], [1], [3], [2], [1], [1], [1, 2, 3], [3], [2], [1]];
const MOZJPEG = [[1], [2, 3], [1], [1], [1], [1], [2], [2], [2], [3], [3], [3], [1], [2]];

const png = (
  width: number,
  height: number,
  bitDepth: number,
  colourType: number,
  isInterlaced = false,
): PngStructure => ({
  header: { size: { width, height }, bitDepth, colourType, isInterlaced },
  hasTransparency: false,
  orientation: undefined,
  tooManyChunks: false,
  pixelBytes: new Uint8Array(),
});

const isWithin = (cost: { heldBytes: number; workNs: number }): boolean =>
  cost.heldBytes <= limits.heldBytes && cost.workNs <= limits.workMs * 1e6;

describe('ordinary files stay within the limits', () => {
  it.each([
    [
      'a baseline JPEG of a phone, 50 megapixels',
      estimateJpegCost(jpeg(8160, 6120, QUARTERED, [[1, 2, 3]], 0xc0), 18 * MEGABYTE),
    ],
    [
      'a baseline JPEG of 100 megapixels without subsampling',
      estimateJpegCost(jpeg(11_500, 8600, FULL, [[1, 2, 3]], 0xc0), 20 * MEGABYTE),
    ],
    [
      'a progressive JPEG of 24 megapixels',
      estimateJpegCost(jpeg(6000, 4000, QUARTERED, LIBJPEG), 12 * MEGABYTE),
    ],
    ['one of mozjpeg', estimateJpegCost(jpeg(6000, 4000, QUARTERED, MOZJPEG), 8 * MEGABYTE)],
    [
      'a progressive JPEG of 16 megapixels without subsampling',
      estimateJpegCost(jpeg(4608, 3456, FULL, LIBJPEG), 10 * MEGABYTE),
    ],
    ['a PNG of 33 megapixels', estimatePngCost(png(7680, 4320, 8, 2), 20 * MEGABYTE)],
    ['a screenshot with alpha, 5K', estimatePngCost(png(5120, 2880, 8, 6), 10 * MEGABYTE)],
    ['a 16-bit PNG of 12 megapixels', estimatePngCost(png(4000, 3000, 16, 2), 20 * MEGABYTE)],
    ['an interlaced PNG of 12 megapixels', estimatePngCost(png(4000, 3000, 8, 2, true), 20 * MEGABYTE)],
  ])('%s', (_, cost) => {
    expect(isWithin(cost)).toBe(true);
  });
});

describe('expensive files do not', () => {
  const scans = (count: number): number[][] => Array.from({ length: count }, () => [1]);

  it.each([
    ['a 16-bit PNG of 100 megapixels', estimatePngCost(png(10_000, 10_000, 16, 6), MEGABYTE)],
    ['an interlaced PNG of 80 megapixels', estimatePngCost(png(10_000, 8000, 8, 2, true), MEGABYTE)],
    ['many scans of one component', estimateJpegCost(jpeg(10_000, 10_000, [[1, 1]], scans(90)), MEGABYTE)],
    [
      'a progressive JPEG of 20 megapixels that samples all its components 2x2',
      estimateJpegCost(
        jpeg(
          5000,
          4000,
          [
            [2, 2],
            [2, 2],
            [2, 2],
          ],
          LIBJPEG,
        ),
        MEGABYTE,
      ),
    ],
    [
      'a sequential JPEG whose components come one after another',
      estimateJpegCost(jpeg(8000, 8000, FULL, [[1], [2], [3]], 0xc0), MEGABYTE),
    ],
    [
      'scans that name components which do not exist',
      estimateJpegCost(
        jpeg(
          6000,
          4000,
          FULL,
          Array.from({ length: 99 }, () => [9]),
        ),
        MEGABYTE,
      ),
    ],
  ])('%s', (_, cost) => {
    expect(isWithin(cost)).toBe(false);
  });

  it('whatever their size, where they have more parts than any ordinary file', () => {
    expect(() => {
      rejectTooManyParts(jpeg(8, 8, [[1, 1]], scans(883)));
    }).toThrow(
      expect.objectContaining({
        code: 'image-too-complex',
        details: { measure: 'scans', limit: 100 },
      }) as Error,
    );
    expect(() => {
      rejectTooManyParts(jpeg(8, 8, [[1, 1]], scans(14)));
    }).not.toThrow();
    expect(() => {
      rejectTooExpensive(estimatePngCost(png(10_000, 10_000, 16, 6), 0), limits);
    }).toThrow(expect.objectContaining({ code: 'image-too-complex' }) as Error);
  });
});

it('counts the memory of coefficients by the sampling factors of the frame', () => {
  const held = (sampling: Sampling): number =>
    estimateJpegCost(jpeg(4096, 4096, sampling, LIBJPEG), 0).heldBytes;
  const pixels = 4096 * 4096;
  expect(held(QUARTERED)).toBe(2 * 1.5 * pixels);
  expect(held(FULL)).toBe(2 * 3 * pixels);
  expect(
    held([
      [2, 2],
      [2, 2],
      [2, 2],
    ]),
  ).toBe(2 * 3 * pixels);
  expect(
    held([
      [1, 1],
      [4, 2],
      [4, 2],
    ]),
  ).toBe(2 * (2 + 1 / 8) * pixels);
});

it('counts the CMYK conversion of the pixels that the decoder makes', () => {
  const INKS: Sampling = [...FULL, [1, 1]];
  const inkMs = (side: number): number =>
    (estimateJpegCost(jpeg(side, side, INKS, [[1, 2, 3, 4]], 0xc0), 0).workNs -
      estimateJpegCost(jpeg(side, side, FULL, [[1, 2, 3]], 0xc0), 0).workNs) /
    1e6;
  // Larger images are reduced by the decoder itself.
  expect(inkMs(2290)).toBeGreaterThan(500);
  expect(inkMs(3000)).toBeLessThan(inkMs(2290));
});

const LARGE = [6000, 4000] as const;

describe('a need for much memory', () => {
  let baseline: Buffer;
  let progressive: Buffer;

  beforeAll(async () => {
    const image = encoder(await samplePixels(64, 48));
    baseline = await image.clone().jpeg().toBuffer();
    progressive = await image.clone().jpeg({ progressive: true }).toBuffer();
  });

  it('is expected of large progressive JPEGs and large interlaced PNGs', () => {
    expect(mayNeedMuchMemory(claimSize(progressive, ...LARGE))).toBe(true);
    expect(mayNeedMuchMemory(handMadePng({ width: 6000, height: 4000, interlaced: true }))).toBe(true);
  });

  it('is not expected of small ones, nor of those that are decoded row by row', () => {
    expect(mayNeedMuchMemory(progressive)).toBe(false);
    expect(mayNeedMuchMemory(claimSize(baseline, ...LARGE))).toBe(false);
    expect(mayNeedMuchMemory(handMadePng({ width: 6000, height: 4000 }))).toBe(false);
    expect(mayNeedMuchMemory(handMadePng({ width: 60, height: 40, interlaced: true }))).toBe(false);
  });

  it('is expected of other formats, whose structure only their decoders know', async () => {
    const pixels = encoder(await samplePixels(64, 48));
    expect(mayNeedMuchMemory(await pixels.clone().webp().toBuffer())).toBe(true);
    expect(mayNeedMuchMemory(await sharp(baseline).avif().toBuffer())).toBe(true);
  });

  it('never fails on damaged files', () => {
    for (const file of [baseline, progressive, handMadePng({ width: 9, height: 9 })])
      for (let length = 0; length < 200; length++)
        expect(() => mayNeedMuchMemory(file.subarray(0, length))).not.toThrow();
  });
});

describe('WebP and AVIF', () => {
  const avifMs = (megapixels: number, megabytes: number): number =>
    estimateAvifCost({ width: 1e6, height: megapixels }, megabytes * 1e6).workNs / 1e6;

  it('are charged by their bytes, too, which cost most where every pixel differs', () => {
    // An ordinary photo of 6 megapixels; noise that compresses badly.
    expect(avifMs(6, 0.4)).toBeLessThan(limits.workMs);
    expect(avifMs(6, 4)).toBeGreaterThan(limits.workMs);
  });

  it('need memory by depth and coding', async () => {
    const held = (bitsPerSample: number): number =>
      estimateAvifCost({ width: 2000, height: 3000, bitsPerSample }, 0).heldBytes;
    expect(held(8)).toBeLessThan(limits.heldBytes);
    expect(held(10)).toBeGreaterThan(limits.heldBytes);
    const pixels = encoder(await samplePixels(64, 48));
    const size = { width: 5000, height: 5000 };
    const lossy = estimateWebpCost(size, await pixels.clone().webp().toBuffer());
    const lossless = estimateWebpCost(size, await pixels.clone().webp({ lossless: true }).toBuffer());
    expect(lossy.heldBytes).toBeLessThan(limits.heldBytes);
    expect(lossless.heldBytes).toBeGreaterThan(lossy.heldBytes);
    expect(lossless.workNs).toBeGreaterThan(lossy.workNs);
  });
});
