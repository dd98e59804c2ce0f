import { describe, expect, it } from 'vitest';
import { encoder, samplePixels } from './synthetic-images.test.fixture.js';
import { readWebpCoding } from './webp-structure.js';

describe('the coding of a WebP', async () => {
  const picture = encoder(await samplePixels(64, 48));
  const lossy = await picture.clone().webp().toBuffer();

  it('is read from the chunk that contains the pixels', async () => {
    expect(readWebpCoding(lossy)).toBe('lossy');
    expect(readWebpCoding(await picture.clone().webp({ lossless: true }).toBuffer())).toBe('lossless');
    // Other chunks come first.
    const transparent = picture.clone().ensureAlpha(0.5).withMetadata();
    expect(readWebpCoding(await transparent.clone().webp().toBuffer())).toBe('lossy');
    expect(readWebpCoding(await transparent.clone().webp({ lossless: true }).toBuffer())).toBe('lossless');
  });

  it('is unknown where no pixels come, and never fails', () => {
    for (let length = 0; length < 20; length++)
      expect(readWebpCoding(lossy.subarray(0, length))).toBe('unknown');
    const endless = Buffer.concat([lossy.subarray(0, 12), Buffer.alloc(8000)]);
    expect(readWebpCoding(endless)).toBe('unknown');
  });
});
