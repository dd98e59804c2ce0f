import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Size } from '@facet/analysis/geometry/box.js';
import { isJpegCutOff, MAX_SEGMENTS, readJpegStructure, type JpegStructure } from './jpeg-structure.js';
import { encoder, samplePixels } from './synthetic-images.test.fixture.js';

const jpegSize = (bytes: Uint8Array): Size | undefined => readJpegStructure(bytes).frame?.size;

describe('the structure of a JPEG', () => {
  const variants: Buffer[] = [];

  beforeAll(async () => {
    const image = encoder(await samplePixels(61, 47));
    variants.push(
      await image.clone().jpeg().toBuffer(),
      await image.clone().jpeg({ progressive: true }).toBuffer(),
      await image.clone().greyscale().jpeg().toBuffer(),
      await image.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
  });

  it('gives the stored size', () => {
    for (const jpeg of variants) expect(jpegSize(jpeg)).toEqual({ width: 61, height: 47 });
  });

  it('reads scans and sampling factors of ordinary files', async () => {
    const image = encoder(await samplePixels(61, 47));
    const of = async (file: Sharp): Promise<JpegStructure> => readJpegStructure(await file.toBuffer());
    const halved = await of(image.clone().jpeg());
    expect(halved.scans.map((ids) => ids.length)).toEqual([3]);
    expect(halved.frame?.components.map(({ horizontal, vertical }) => [horizontal, vertical])).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
    ]);
    const grey = await of(image.clone().greyscale().toColourspace('b-w').jpeg());
    expect(grey.frame?.components).toHaveLength(1);
    const progressive = await of(image.clone().jpeg({ progressive: true }));
    expect(progressive.frame?.marker).toBe(0xc2);
    expect(progressive.scans.length).toBeGreaterThan(5);
    expect(progressive.scans.length).toBeLessThan(20);
    const inks = await of(image.clone().toColourspace('cmyk').jpeg());
    expect(inks.frame?.components).toHaveLength(4);
  });

  it('finds every scan, also where a reserved marker claims a length that would hide some', () => {
    const [, progressive = Buffer.alloc(0)] = variants;
    const { scans } = readJpegStructure(progressive);
    const second = progressive.indexOf(
      Buffer.from([0xff, 0xda]),
      progressive.indexOf(Buffer.from([0xff, 0xda])) + 2,
    );
    const hidden = Buffer.concat([
      progressive.subarray(0, second),
      Buffer.from([0xff, 0x02, 0xff, 0xff]),
      progressive.subarray(second),
    ]);
    expect(readJpegStructure(hidden).scans).toEqual(scans);
    const commented = Buffer.concat([
      progressive.subarray(0, second),
      Buffer.from([0xff, 0xfe, 0, 12, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0]),
      progressive.subarray(second),
    ]);
    expect(readJpegStructure(commented).scans).toEqual(scans);
  });

  it('keeps nothing but what makes pixels', async () => {
    const image = encoder(await samplePixels(61, 47));
    const bare = await image.clone().jpeg().toBuffer();
    const full = await image
      .clone()
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'x' } })
      .jpeg()
      .toBuffer();
    const behind = Buffer.concat([full, Buffer.from('trailing'), bare]);
    for (const file of [bare, full, behind]) {
      const { pixelBytes } = readJpegStructure(file);
      expect(Buffer.from(pixelBytes).includes('Exif')).toBe(false);
      expect(Buffer.from(pixelBytes).includes('ICC_PROFILE')).toBe(false);
      expect(Buffer.from(pixelBytes).includes('trailing')).toBe(false);
      expect(readJpegStructure(pixelBytes).frame?.size).toEqual({ width: 61, height: 47 });
      expect(await sharp(pixelBytes).raw().toBuffer()).toEqual(
        await sharp(file, { ignoreIcc: true }).raw().toBuffer(),
      );
    }
  });

  it('gives the orientation, and none from broken EXIF data', () => {
    const turned = variants[3] ?? Buffer.alloc(0);
    expect(readJpegStructure(turned).orientation).toBe(6);
    expect(readJpegStructure(variants[0] ?? Buffer.alloc(0)).orientation).toBeUndefined();
    const exif = turned.indexOf('Exif');
    for (let at = exif + 6; at < exif + 40; at++) {
      const broken = Buffer.from(turned);
      broken[at] = 0xff;
      expect(() => readJpegStructure(broken)).not.toThrow();
    }
  });

  it('stops counting at a number of segments that no ordinary file has', () => {
    const [jpeg = Buffer.alloc(0)] = variants;
    const comments = Buffer.alloc(4 * (MAX_SEGMENTS + 1));
    for (let at = 0; at < comments.length; at += 4) comments.set([0xff, 0xfe, 0, 2], at);
    const file = Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]);
    expect(readJpegStructure(file).tooManySegments).toBe(true);
    expect(readJpegStructure(jpeg).tooManySegments).toBe(false);
  });

  it('is complete, or cut off at every shorter length', () => {
    for (const jpeg of variants) {
      expect(isJpegCutOff(jpeg)).toBe(false);
      for (let length = 3; length < jpeg.length; length += 1) {
        expect(isJpegCutOff(jpeg.subarray(0, length))).toBe(true);
      }
    }
  });

  it('is not taken for complete because of the end marker of a thumbnail inside it', () => {
    const [jpeg = Buffer.alloc(0)] = variants;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(jpeg.length + 2, 0);
    const withThumbnail = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xe1]),
      length,
      jpeg,
      jpeg.subarray(2),
    ]);
    expect(jpegSize(withThumbnail)).toEqual({ width: 61, height: 47 });
    expect(isJpegCutOff(withThumbnail)).toBe(false);
    expect(isJpegCutOff(withThumbnail.subarray(0, -2))).toBe(true);
  });

  it('survives stray bytes before a marker', () => {
    const [jpeg = Buffer.alloc(0)] = variants;
    const stray = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0, 7, 0xff, 0xff]), jpeg.subarray(2)]);
    expect(jpegSize(stray)).toEqual({ width: 61, height: 47 });
  });
});
