import { beforeAll, describe, expect, it } from 'vitest';
import { decodePhoto } from './decode.js';
import { DEFAULT_DECODE_LIMITS as limits } from './decode-limits.js';
import { encoder, meanDifference, samplePhoto, samplePixels } from './synthetic-images.test.fixture.js';
import type { Pixels } from '@facet/analysis/image/pixels.js';
import sharp, { type Sharp } from 'sharp';

describe('a photo', () => {
  let pixels: Pixels;
  let image: Sharp;

  beforeAll(async () => {
    pixels = await samplePixels(160, 120);
    image = encoder(pixels);
  });

  const decoded = async (file: Sharp): Promise<Pixels> => {
    const photo = await decodePhoto(await file.toBuffer(), limits);
    expect(photo.size).toEqual({ width: 160, height: 120 });
    expect(photo.scale).toEqual({ x: 1, y: 1 });
    expect(photo.pixels.data).toHaveLength(160 * 120 * 3);
    return photo.pixels;
  };

  it.each<[string, (image: Sharp) => Sharp]>([
    ['plain', (it) => it.png()],
    ['interlaced', (it) => it.png({ progressive: true })],
    ['16-bit', (it) => it.toColourspace('rgb16').png()],
    ['opaque alpha', (it) => it.ensureAlpha().png()],
    ['16-bit with alpha', (it) => it.ensureAlpha().toColourspace('rgb16').png()],
    ['with a profile', (it) => it.withIccProfile('srgb').png()],
  ])('from a PNG, %s, comes back exactly', async (_, encode) => {
    expect(meanDifference(await decoded(encode(image.clone())), pixels)).toBe(0);
  });

  it.each<[string, number, (image: Sharp) => Sharp]>([
    ['a PNG with a palette', 6, (it) => it.png({ palette: true })],
    ['a baseline JPEG', 4, (it) => it.jpeg({ quality: 95 })],
    ['a progressive JPEG', 4, (it) => it.jpeg({ quality: 95, progressive: true })],
    ['a JPEG without subsampling', 4, (it) => it.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })],
    ['a JPEG with an sRGB profile', 4, (it) => it.withIccProfile('srgb').jpeg({ quality: 95 })],
    ['a JPEG in Display P3', 10, (it) => it.withIccProfile('p3').jpeg({ quality: 95 })],
    ['a lossy WebP', 6, (it) => it.webp({ quality: 95 })],
    ['a lossless WebP', 0.01, (it) => it.webp({ lossless: true })],
    ['a WebP with alpha', 6, (it) => it.ensureAlpha().webp({ quality: 95 })],
    ['an AVIF', 6, (it) => it.avif({ quality: 95 })],
    ['an AVIF of 4:2:0', 6, (it) => it.avif({ quality: 95, chromaSubsampling: '4:2:0' })],
    ['an AVIF with alpha', 6, (it) => it.ensureAlpha().avif({ quality: 95 })],
    ['a CMYK JPEG', 14, (it) => it.toColourspace('cmyk').jpeg({ quality: 95 })],
    ['a CMYK JPEG with its profile', 14, (it) => it.withIccProfile('cmyk').jpeg({ quality: 95 })],
  ])('from %s looks the same', async (_, tolerance, encode) => {
    expect(meanDifference(await decoded(encode(image.clone())), pixels)).toBeLessThan(tolerance);
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['JPEG', (it) => it.jpeg({ quality: 95 })],
    ['PNG', (it) => it.png()],
    ['16-bit PNG', (it) => it.toColourspace('grey16').png()],
    ['PNG with alpha', (it) => it.ensureAlpha().png()],
  ])('from a greyscale %s has three equal channels', async (_, encode) => {
    const grey = await sharp(await image.clone().greyscale().png().toBuffer())
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const { data } = await decoded(encode(sharp(grey)));
    const coloured = data.findIndex((value, i) => value !== data[i - (i % 3)]);
    expect(coloured).toBe(-1);
  });

  it('is shown on mid-grey where it is transparent', async () => {
    const red = { width: 2, height: 1, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } as const;
    const clear = await decodePhoto(await sharp({ create: red }).png().toBuffer(), limits);
    expect([...clear.pixels.data]).toEqual([128, 128, 128, 128, 128, 128]);
  });

  it('of one pixel works', async () => {
    const one = encoder({ data: new Uint8Array([10, 20, 30]), width: 1, height: 1 });
    const { pixels: decodedPixels } = await decodePhoto(await one.png().toBuffer(), limits);
    expect([...decodedPixels.data]).toEqual([10, 20, 30]);
  });

  it('is read through a view into larger memory', async () => {
    const png = await image.clone().png().toBuffer();
    const memory = new Uint8Array(png.length + 100).fill(7);
    memory.set(png, 50);
    const photo = await decodePhoto(memory.subarray(50, 50 + png.length), limits);
    expect(meanDifference(photo.pixels, pixels)).toBe(0);
  });

  it('is reduced to what the analysis needs', async () => {
    const photo = await decodePhoto(samplePhoto(), { ...limits, analysisSide: 500 });
    expect(photo.size).toEqual({ width: 1920, height: 1537 });
    expect({ width: photo.pixels.width, height: photo.pixels.height }).toEqual({ width: 384, height: 307 });
    expect(meanDifference(photo.pixels, await samplePixels(384, 307))).toBeLessThan(2);
  });

  it('of extreme proportions keeps a pixel of its thin side', async () => {
    const strip = sharp({ create: { width: 60_000, height: 10, channels: 3, background: 'teal' } });
    for (const file of [strip.clone().jpeg(), strip.clone().png()]) {
      const photo = await decodePhoto(await file.toBuffer(), limits);
      expect(photo.size).toEqual({ width: 60_000, height: 10 });
      expect(photo.pixels).toMatchObject({ width: 1024, height: 1 });
    }
  });

  it.each(['webp', 'avif'] as const)(
    'from a %s file is rejected where that is switched off',
    async (format) => {
      const file = await image.clone().toFormat(format).toBuffer();
      await expect(decodePhoto(file, { ...limits, formats: ['jpeg', 'png'] })).rejects.toMatchObject({
        code: 'image-format',
        details: { format },
        message: 'The image format is not accepted; send JPEG or PNG.',
      });
    },
  );

  it.each([
    [['png'], 'send PNG.'],
    [['avif', 'jpeg'], 'send AVIF or JPEG.'],
    [['jpeg', 'png', 'webp', 'avif'], 'send JPEG, PNG, WebP or AVIF.'],
  ] as const)('in no accepted format (%j) is rejected with the advice: %s', async (formats, advice) => {
    await expect(decodePhoto(Buffer.from('just text'), { ...limits, formats })).rejects.toMatchObject({
      message: `The image format is not accepted; ${advice}`,
    });
  });

  it('from a phone in HEIC is rejected with what to do', async () => {
    const start = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    await expect(decodePhoto(start, limits)).rejects.toMatchObject({
      code: 'image-format',
      message: expect.stringContaining('convert the photo to JPEG, PNG, WebP or AVIF first') as string,
    });
    await expect(decodePhoto(start, { ...limits, formats: ['png'] })).rejects.toMatchObject({
      message: 'HEIC photos are not accepted; convert the photo to PNG first.',
    });
  });
});
