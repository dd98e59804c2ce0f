import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodePhoto } from './decode.js';
import { DEFAULT_DECODE_LIMITS as limits } from './decode-limits.js';
import { encoder, meanDifference, samplePixels } from './synthetic-images.test.fixture.js';
import { orientationOf } from './orientation.js';
import type { Photo, Pixels } from '@facet/analysis/image/pixels.js';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

/** What sharp must do to an upright image so that the EXIF orientation makes it upright again. */
const UNDO: Readonly<Record<number, (image: Sharp) => Sharp>> = {
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(90).flip(),
  6: (image) => image.rotate(270),
  7: (image) => image.rotate(90).flop(),
  8: (image) => image.rotate(90),
};

/** The image stored the way a camera held like that would have done. */
async function stored(upright: Sharp, orientation: number): Promise<Sharp> {
  const { data, info } = await (UNDO[orientation]?.(upright) ?? upright)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).withMetadata({ orientation });
}

describe.each(ORIENTATIONS)('EXIF orientation %i', (orientation) => {
  let upright: Pixels;
  beforeAll(async () => {
    upright = await samplePixels(97, 61);
  });

  it('is applied to a PNG, exactly', async () => {
    const file = await stored(encoder(upright), orientation);
    const photo = await decodePhoto(await file.png().toBuffer(), limits);
    expect(photo.size).toEqual({ width: 97, height: 61 });
    expect(meanDifference(photo.pixels, upright)).toBe(0);
  });

  it('is applied to a JPEG', async () => {
    const file = await stored(encoder(upright), orientation);
    const photo = await decodePhoto(await file.jpeg({ quality: 95 }).toBuffer(), limits);
    expect(photo.size).toEqual({ width: 97, height: 61 });
    expect(meanDifference(photo.pixels, upright)).toBeLessThan(5);
  });

  it.each(['webp', 'avif'] as const)('is applied to a %s file', async (format) => {
    const file = await stored(encoder(upright), orientation);
    const photo = await decodePhoto(await file.toFormat(format, { quality: 95 }).toBuffer(), limits);
    expect(photo.size).toEqual({ width: 97, height: 61 });
    expect(meanDifference(photo.pixels, upright)).toBeLessThan(5);
  });

  it('is applied to a reduced JPEG', async () => {
    const large = await samplePixels(970, 610);
    const file = await stored(encoder(large), orientation);
    const photo = await decodePhoto(await file.jpeg({ quality: 95 }).toBuffer(), {
      ...limits,
      analysisSide: 97,
    });
    expect(photo.size).toEqual({ width: 970, height: 610 });
    expect(
      meanDifference(photo.pixels, await samplePixels(photo.pixels.width, photo.pixels.height)),
    ).toBeLessThan(6);
  });

  // Sizes for which the JPEG decoder shrinks by 8, 4, 2 and 1, and drops a rest at the edge.
  it.each([
    [9223, 431, 8],
    [4099, 427, 4],
    [3001, 401, 2],
    [1501, 401, 1],
  ])('keeps coordinates exact: %i x %i, shrunk by %i on load', async (width, height, shrink) => {
    const marks = [
      { x: 300, y: 200 },
      { x: width - 120, y: height - 140 },
    ];
    const file = await stored(await dotted(width, height, marks), orientation);
    const photo = await decodePhoto(await file.jpeg().toBuffer(), limits);
    expect(photo.size).toEqual({ width, height });
    const { reversesX, reversesY } = orientationOf(orientation);
    for (const mark of marks) {
      const found = centroidNear(photo, mark);
      // A tenth of an analysed pixel; where the dropped rest comes first, also that.
      expect(Math.abs(found.x - mark.x)).toBeLessThan(0.1 * photo.scale.x + (reversesX ? shrink - 1 : 0));
      expect(Math.abs(found.y - mark.y)).toBeLessThan(0.1 * photo.scale.y + (reversesY ? shrink - 1 : 0));
    }
  });
});

const DOT = 96;

async function dotted(
  width: number,
  height: number,
  marks: readonly { x: number; y: number }[],
): Promise<Sharp> {
  const dot = { create: { width: DOT, height: DOT, channels: 3, background: '#fff' } } as const;
  const canvas = sharp({ create: { width, height, channels: 3, background: '#000' } });
  const overlays = marks.map(({ x, y }) => ({ input: dot, left: x - DOT / 2, top: y - DOT / 2 }));
  const { data, info } = await canvas.composite(overlays).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** The centre of brightness around the mark, in pixels of the full image. */
function centroidNear({ pixels, scale }: Photo, mark: { x: number; y: number }): { x: number; y: number } {
  let [sum, x, y] = [0, 0, 0];
  for (let row = 0; row < pixels.height; row += 1) {
    for (let column = 0; column < pixels.width; column += 1) {
      const at = { x: (column + 0.5) * scale.x, y: (row + 0.5) * scale.y };
      if (Math.max(Math.abs(at.x - mark.x), Math.abs(at.y - mark.y)) > DOT) continue;
      const brightness = pixels.data[(row * pixels.width + column) * 3] ?? 0;
      sum += brightness;
      x += brightness * at.x;
      y += brightness * at.y;
    }
  }
  return { x: x / sum, y: y / sum };
}
