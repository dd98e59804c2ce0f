import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { decodePhoto } from './decode.js';
import { DEFAULT_DECODE_LIMITS as limits } from './decode-limits.js';
import {
  claimSize,
  encoder,
  handMadePng,
  pngChunk,
  samplePixels,
  zeros,
} from './synthetic-images.test.fixture.js';

const tooManyPixels = (details: Readonly<Record<string, unknown>>): object => ({
  code: 'image-too-many-pixels',
  details,
});

describe('the limits of a decode', () => {
  let jpeg: Buffer;
  let progressive: Buffer;

  beforeAll(async () => {
    const image = encoder(await samplePixels(64, 48));
    jpeg = await image.clone().jpeg().toBuffer();
    progressive = await image.clone().jpeg({ progressive: true }).toBuffer();
  });

  it('count the second read of a file that the decoder warns about', async () => {
    // Stray bytes between the first segment and the next.
    const at = 4 + jpeg.readUInt16BE(4);
    const warned = Buffer.concat([jpeg.subarray(0, at), Buffer.from([0x11, 0x22]), jpeg.subarray(at)]);
    const isAccepted = (file: Buffer, workMs: number): Promise<boolean> =>
      decodePhoto(file, { ...limits, workMs }).then(
        () => true,
        () => false,
      );
    let once = 1e-3;
    while (!(await isAccepted(jpeg, once))) once *= 1.05;
    expect(await isAccepted(warned, 1.8 * once)).toBe(false);
    expect(await isAccepted(warned, 2.2 * once)).toBe(true);
  });

  it('reject too many bytes, whatever they are', async () => {
    await expect(decodePhoto(new Uint8Array(limits.bytes + 1), limits)).rejects.toMatchObject({
      code: 'image-too-many-bytes',
      details: { bytes: limits.bytes + 1, limit: limits.bytes },
    });
    await expect(decodePhoto(jpeg, { ...limits, bytes: jpeg.length })).resolves.toBeDefined();
  });

  it('reject what is not a JPEG or PNG, and name it where it is known', async () => {
    const gif = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    await expect(decodePhoto(gif, limits)).rejects.toMatchObject({
      code: 'image-format',
      details: { format: 'gif' },
    });
    await expect(decodePhoto(Buffer.from('just text'), limits)).rejects.toMatchObject({
      code: 'image-format',
      details: {},
    });
  });

  it.each([
    [12_000, 9000],
    [10_001, 10_000],
    [65_535, 65_535],
  ])('reject a JPEG that claims %i x %i', async (width, height) => {
    const { pixels: limit } = limits;
    await expect(decodePhoto(claimSize(jpeg, width, height), limits)).rejects.toMatchObject(
      tooManyPixels({ width, height, measure: 'pixels', limit }),
    );
  });

  it.each([
    [20_000, 20_000, 'pixels'],
    [60_000, 60_000, 'pixels'],
    [70_000, 1, 'side'],
    [1, 0x7fffffff, 'side'],
    [0x7fffffff, 0x7fffffff, 'side'],
  ] as const)('reject a PNG that claims %i x %i, by its %s', async (width, height, measure) => {
    const lie = handMadePng({ width, height }, pngChunk('IDAT', zeros(100)));
    await expect(decodePhoto(lie, limits)).rejects.toMatchObject(
      tooManyPixels({ width, height, measure, limit: limits[measure] }),
    );
  });

  it('reject a bomb: 400 megapixels that are truly in the file', async () => {
    const bomb = handMadePng({ width: 20_000, height: 20_000 }, pngChunk('IDAT', zeros(20_000 * 60_001)));
    expect(bomb.length).toBeLessThan(2_000_000);
    await expect(decodePhoto(bomb, limits)).rejects.toMatchObject({ code: 'image-too-many-pixels' });
  });

  it('find out a header that claims a size within them and lies', async () => {
    const lyingJpeg = claimSize(jpeg, 4000, 3000);
    await expect(decodePhoto(lyingJpeg, limits)).rejects.toMatchObject({ code: 'image-unreadable' });
    const lyingPng = handMadePng({ width: 6000, height: 6000 }, pngChunk('IDAT', zeros(100)));
    await expect(decodePhoto(lyingPng, limits)).rejects.toMatchObject({ code: 'image-unreadable' });
  });

  it('reject files that the decoder would have to hold in memory, if they are too large for that', async () => {
    const limit = limits.heldBytes;
    const size = { width: 9600, height: 9600 };
    const cheapest = { ...limits, workMs: Infinity };
    await expect(decodePhoto(claimSize(progressive, 9600, 9600), cheapest)).rejects.toMatchObject(
      tooManyPixels({ ...size, measure: 'held-bytes', limit }),
    );
    const interlaced = handMadePng({ ...size, interlaced: true }, pngChunk('IDAT', zeros(100)));
    await expect(decodePhoto(interlaced, cheapest)).rejects.toMatchObject(
      tooManyPixels({ ...size, measure: 'held-bytes', limit }),
    );
    // The same size row by row gets as far as its missing pixels.
    const plain = handMadePng(size, pngChunk('IDAT', zeros(100)));
    await expect(decodePhoto(plain, cheapest)).rejects.toMatchObject({ code: 'image-unreadable' });
  });

  it('reject an image without width or height', async () => {
    await expect(decodePhoto(claimSize(jpeg, 0, 48), limits)).rejects.toMatchObject({
      code: 'image-unreadable',
    });
    await expect(decodePhoto(handMadePng({ width: 0, height: 5 }), limits)).rejects.toMatchObject({
      code: 'image-unreadable',
    });
  });
});
