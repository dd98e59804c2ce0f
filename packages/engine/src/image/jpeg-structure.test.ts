import { beforeAll, describe, expect, it } from 'vitest';
import { isJpegCutOff, jpegSize, plainJpegSize } from './jpeg-structure.js';
import { encoder, samplePixels } from './made-images.test.fixture.js';

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

  it('is plain only where there is one scan of grey or colour and no EXIF data', async () => {
    const image = encoder(await samplePixels(61, 47));
    const plain = [
      image.clone().jpeg(),
      image.clone().jpeg({ chromaSubsampling: '4:4:4' }),
      image.clone().greyscale().toColourspace('b-w').jpeg(),
      image.clone().withIccProfile('srgb').jpeg(),
    ];
    for (const file of plain) {
      expect(plainJpegSize(await file.toBuffer())).toEqual({ width: 61, height: 47 });
    }
    const others = [
      image.clone().withMetadata({ orientation: 6 }).jpeg(),
      image.clone().jpeg({ progressive: true }),
      image.clone().toColourspace('cmyk').jpeg(),
    ];
    for (const file of others) expect(plainJpegSize(await file.toBuffer())).toBeNull();
  });

  it('is not plain where a frame says nothing sensible, or the file ends in its header', async () => {
    const jpeg = await encoder(await samplePixels(61, 47))
      .jpeg()
      .toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const changed = (at: number, value: number): Buffer => {
      const copy = Buffer.from(jpeg);
      copy[at] = value;
      return copy;
    };
    expect(plainJpegSize(changed(frame + 4, 12))).toBeNull();
    expect(plainJpegSize(changed(frame + 6, 0))).toBeNull();
    expect(plainJpegSize(changed(frame + 9, 4))).toBeNull();
    expect(plainJpegSize(changed(scan + 4, 1))).toBeNull();
    for (let length = 0; length < scan + 10; length++) {
      expect(plainJpegSize(jpeg.subarray(0, length))).toBeNull();
    }
  });

  it('is whole, or cut off at every shorter length', () => {
    for (const jpeg of variants) {
      expect(isJpegCutOff(jpeg)).toBe(false);
      for (let length = 3; length < jpeg.length; length += 1) {
        expect(isJpegCutOff(jpeg.subarray(0, length))).toBe(true);
      }
    }
  });

  it('is not told whole by the end marker of a thumbnail inside it', () => {
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
