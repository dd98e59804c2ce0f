import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Box } from '@facet/analysis/geometry/box.js';
import { BEHIND_TRANSPARENCY } from '@facet/analysis/image/pixels.js';
import { REDACTION_STYLES, type RedactionStyle } from '@facet/analysis/image/redact-pixels.js';
import { DEFAULT_DECODE_LIMITS } from './decode-limits.js';
import { redactPhoto } from './redact.js';
import { pngChunk, samplePhoto } from './synthetic-images.test.fixture.js';

const WIDTH = 71;
const HEIGHT = 53;
const SECRET = 'secret words in the metadata';

/** Every pixel of every channel differs from its neighbours, also in alpha. */
const noise = (channels: 3 | 4): Sharp =>
  sharp(
    Uint8Array.from(
      { length: WIDTH * HEIGHT * channels },
      (_, n) => (n * 97 + (n >> 3) * 31 + (n % channels) * 59) % 251,
    ),
    { raw: { width: WIDTH, height: HEIGHT, channels } },
  );
/** Words, a preview of a photo with faces, and a colour profile. */
const withPreview = async (image: Sharp): Promise<Sharp> => {
  const preview = await sharp(samplePhoto()).resize(120).jpeg({ quality: 60 }).toBuffer();
  return image
    .withExif({ IFD0: { ImageDescription: SECRET, Software: preview.toString('base64').slice(0, 3000) } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .withIccProfile('p3');
};
const animated = async (): Promise<Sharp> => {
  const frames = [await noise(4).png().toBuffer(), await noise(4).negate().png().toBuffer()];
  return sharp(frames, { join: { animated: true } });
};

/** A second picture behind the first, in the chunks of an animated PNG. */
async function animatedPng(): Promise<Buffer> {
  const plain = await noise(4).png().toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = Buffer.alloc(4 + 1000, 7);
  return Buffer.concat([
    plain.subarray(0, 33),
    pngChunk('acTL', control),
    pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
    plain.subarray(33, plain.length - 12),
    pngChunk('fdAT', frame),
    plain.subarray(plain.length - 12),
  ]);
}

/** What carries a picture, by its name. */
const FILES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'PNG, RGB': () => noise(3).png().toBuffer(),
  'PNG with alpha': () => noise(4).png().toBuffer(),
  'PNG, all transparent': () => noise(3).ensureAlpha(0).png().toBuffer(),
  'PNG, 16 bit': () => noise(3).toColourspace('rgb16').png().toBuffer(),
  'PNG, 16 bit with alpha': () => noise(4).toColourspace('rgb16').png().toBuffer(),
  'PNG, grey': () => noise(3).toColourspace('b-w').png().toBuffer(),
  'PNG, grey, 16 bit': () => noise(3).toColourspace('grey16').png().toBuffer(),
  'PNG, grey with alpha': () => noise(4).toColourspace('b-w').png().toBuffer(),
  'PNG, palette': () => noise(3).png({ palette: true, colours: 64 }).toBuffer(),
  'PNG, palette with alpha': () => noise(4).png({ palette: true, colours: 64 }).toBuffer(),
  'PNG, palette of two': () => noise(3).png({ palette: true, colours: 2 }).toBuffer(),
  'PNG, interlaced': () => noise(4).png({ progressive: true }).toBuffer(),
  'PNG, animated, with words': animatedPng,
  'PNG with metadata, on its side': async () =>
    (await withPreview(noise(4))).withMetadata({ orientation: 6 }).png().toBuffer(),
  JPEG: () => noise(3).jpeg().toBuffer(),
  'JPEG, grey': () => noise(3).toColourspace('b-w').jpeg().toBuffer(),
  'JPEG, CMYK': () => noise(3).toColourspace('cmyk').jpeg().toBuffer(),
  'JPEG, progressive, 4:4:4': () =>
    noise(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'JPEG with metadata, on its side': async () =>
    (await withPreview(noise(3))).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
  'WebP, lossy with alpha': () => noise(4).webp({ quality: 60 }).toBuffer(),
  'WebP, lossless with alpha': () => noise(4).webp({ lossless: true }).toBuffer(),
  'WebP with metadata': async () => (await withPreview(noise(3))).webp().toBuffer(),
  'WebP, animated': async () => (await animated()).webp().toBuffer(),
  AVIF: () => noise(3).avif({ effort: 0 }).toBuffer(),
  'AVIF with alpha': () => noise(4).avif({ effort: 0 }).toBuffer(),
};

interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What a viewer shows of it, in front of the colour that the search for faces sees too. */
async function shown(file: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file, { ignoreIcc: true, autoOrient: true })
    .flatten({ background: BEHIND_TRANSPARENCY })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return { data, width: info.width, height: info.height };
}

/** In the middle, over each edge and corner, as small as a pixel, larger than the image, outside of it, overlapping. */
const boxesOn = ({ width, height }: Picture): Record<string, Box[]> => ({
  'in the middle, over edges and corners, single pixels': [
    { x1: 20, y1: 16, x2: 37, y2: 37 },
    { x1: 40.4, y1: 18.6, x2: 50.2, y2: 32.9 },
    { x1: -30, y1: -20, x2: 11, y2: 13 },
    { x1: width - 20, y1: -5, x2: width, y2: 15 },
    { x1: -1, y1: height - 15, x2: 24, y2: height + 60 },
    { x1: width - 11, y1: height - 17, x2: width + 1, y2: height + 1 },
    { x1: 30, y1: 0, x2: 31, y2: 1 },
    { x1: width - 30, y1: height - 1, x2: width - 29, y2: height },
  ],
  'the whole image and more': [{ x1: -100, y1: -100, x2: width + 100, y2: height + 100 }],
  overlapping: [
    { x1: 10, y1: 10, x2: 32, y2: 32 },
    { x1: 20, y1: 20, x2: 45, y2: 45 },
  ],
});

/** The same boxes redacted by plain code. */
function expectedOf(source: Picture, boxes: readonly Box[], style: RedactionStyle): Picture {
  const { width, height } = source;
  const data = Buffer.from(source.data);
  const clamp = (value: number, end: number): number => Math.min(end, Math.max(0, value));
  for (const box of boxes) {
    const [x1, x2] = [clamp(Math.floor(box.x1), width), clamp(Math.ceil(box.x2), width)];
    const [y1, y2] = [clamp(Math.floor(box.y1), height), clamp(Math.ceil(box.y2), height)];
    const side = Math.max(1, Math.ceil(Math.max(x2 - x1, y2 - y1) / 4));
    const [columns, rows] = [Math.ceil((x2 - x1) / side), Math.ceil((y2 - y1) / side)];
    const before = Buffer.from(data);
    const mean = (column: number, row: number, c: number): number => {
      let sum = 0;
      let count = 0;
      for (let y = y1 + row * side; y < Math.min(y2, y1 + (row + 1) * side); y++)
        for (let x = x1 + column * side; x < Math.min(x2, x1 + (column + 1) * side); x++, count++)
          sum += before[(y * width + x) * 3 + c] ?? 0;
      return sum / count;
    };
    for (let c = 0; c < 3; c++) {
      const means = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (__, column) => mean(column, row, c)),
      );
      const at = (column: number, row: number): number =>
        means[clamp(row, rows - 1)]?.[clamp(column, columns - 1)] ?? NaN;
      for (let y = y1; y < y2; y++)
        for (let x = x1; x < x2; x++) {
          const across = clamp((x - x1 + 0.5) / side - 0.5, columns - 1);
          const down = clamp((y - y1 + 0.5) / side - 0.5, rows - 1);
          const [column, row] = [Math.floor(across), Math.floor(down)];
          const between = (from: number, to: number, part: number): number => from + (to - from) * part;
          const value = {
            box: 0,
            pixelate: at(Math.floor((x - x1) / side), Math.floor((y - y1) / side)),
            blur: between(
              between(at(column, row), at(column + 1, row), across - column),
              between(at(column, row + 1), at(column + 1, row + 1), across - column),
              down - row,
            ),
          }[style];
          data[(y * width + x) * 3 + c] = Math.round(value);
        }
    }
  }
  return { ...source, data };
}

const regionOf = ({ x1, y1, x2, y2 }: Box): { x: number; y: number }[] => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
];

function largestDifference(a: Picture, b: Picture): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let largest = 0;
  for (let n = 0; n < a.data.length; n++)
    largest = Math.max(largest, Math.abs((a.data[n] ?? NaN) - (b.data[n] ?? NaN)));
  return largest;
}

/** Rounding of a mean that lies in the middle of two values. */
const ROUNDING = 1;

describe.each(Object.entries(FILES))('%s', (name, make) => {
  it('is written anew from the redacted pixels, and holds nothing else', async () => {
    const file = await make();
    const source = await shown(file);
    for (const style of REDACTION_STYLES)
      for (const [place, boxes] of Object.entries(boxesOn(source))) {
        const redacted = await redactPhoto(file, DEFAULT_DECODE_LIMITS, {
          style,
          regions: boxes.map(regionOf),
        });
        expect(redacted.format).toBe(name.startsWith('PNG') ? 'png' : 'jpeg');
        const facts = await sharp(redacted.data).metadata();
        expect([facts.hasAlpha, facts.channels, facts.depth, facts.space, facts.pages]).toEqual([
          false,
          3,
          'uchar',
          'srgb',
          undefined,
        ]);
        expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.comments]).toEqual(
          Array(5).fill(undefined),
        );
        const expected = expectedOf(source, boxes, style);
        const { width, height } = expected;
        const raw = sharp(expected.data, { raw: { width, height, channels: 3 } });
        // A JPEG loses as much as any encoding of the same pixels, and nothing of what is hidden can come through it.
        const alike =
          redacted.format === 'png' ? expected : await shown(await raw.jpeg({ quality: 92 }).toBuffer());
        const apart = largestDifference(await shown(redacted.data), alike);
        expect(apart, `${style}, ${place}`).toBeLessThanOrEqual(redacted.format === 'png' ? ROUNDING : 4);
      }
  });
});

it('the files are what their names say', async () => {
  const facts = async (name: string): Promise<object> => {
    const { depth, space, channels, pages, isPalette } = await sharp(await FILES[name]?.()).metadata();
    return { depth, space, channels, pages, isPalette };
  };
  expect(await facts('PNG, 16 bit with alpha')).toMatchObject({ depth: 'ushort', channels: 4 });
  expect(await facts('PNG, grey, 16 bit')).toMatchObject({ depth: 'ushort', channels: 1 });
  expect(await facts('PNG, grey with alpha')).toMatchObject({ space: 'b-w', channels: 2 });
  expect(await facts('PNG, palette with alpha')).toMatchObject({ isPalette: true, channels: 4 });
  expect(await facts('JPEG, CMYK')).toMatchObject({ space: 'cmyk', channels: 4 });
  expect(await facts('JPEG, grey')).toMatchObject({ channels: 1 });
  expect(await facts('WebP, animated')).toMatchObject({ pages: 2 });
  expect(await facts('AVIF with alpha')).toMatchObject({ channels: 4 });
});

it('shows the same, whatever was hidden in a black box', async () => {
  const box = { x1: 10, y1: 10, x2: 45, y2: 45 };
  const files = await Promise.all(
    [0, 90, 255].map(async (value) => {
      const { data } = await noise(4).raw().toBuffer({ resolveWithObject: true });
      for (let y = box.y1; y < box.y2; y++)
        for (let x = box.x1; x < box.x2; x++)
          data.fill((value + x * y) % 256, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4);
      const file = await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
        .png()
        .toBuffer();
      return redactPhoto(file, DEFAULT_DECODE_LIMITS, { style: 'box', regions: [regionOf(box)] });
    }),
  );
  for (const { data } of files)
    expect(Buffer.from(data).equals(Buffer.from(files[0]?.data ?? []))).toBe(true);
});
