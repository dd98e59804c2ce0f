import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { claimSize, encoder, handMadePng, samplePixels } from './made-images.test.fixture.js';
import { mayHoldMuch } from './opening.js';

const LARGE = [6000, 4000] as const;

describe('whether a decoder may have to hold much of an image', () => {
  let baseline: Buffer;
  let progressive: Buffer;

  beforeAll(async () => {
    const image = encoder(await samplePixels(64, 48));
    baseline = await image.clone().jpeg().toBuffer();
    progressive = await image.clone().jpeg({ progressive: true }).toBuffer();
  });

  it('is told of large progressive JPEGs and large interlaced PNGs', () => {
    expect(mayHoldMuch(claimSize(progressive, ...LARGE))).toBe(true);
    expect(mayHoldMuch(handMadePng({ width: 6000, height: 4000, interlaced: true }))).toBe(true);
  });

  it('is not told of small ones, nor of those that are decoded row by row', () => {
    expect(mayHoldMuch(progressive)).toBe(false);
    expect(mayHoldMuch(claimSize(baseline, ...LARGE))).toBe(false);
    expect(mayHoldMuch(handMadePng({ width: 6000, height: 4000 }))).toBe(false);
    expect(mayHoldMuch(handMadePng({ width: 60, height: 40, interlaced: true }))).toBe(false);
  });

  it('is told of other formats, whose structure only their decoders know', async () => {
    const pixels = encoder(await samplePixels(64, 48));
    expect(mayHoldMuch(await pixels.clone().webp().toBuffer())).toBe(true);
    expect(mayHoldMuch(await sharp(baseline).avif().toBuffer())).toBe(true);
  });

  it('never fails on damaged files', () => {
    for (const file of [baseline, progressive, handMadePng({ width: 9, height: 9 })])
      for (let length = 0; length < 200; length++)
        expect(() => mayHoldMuch(file.subarray(0, length))).not.toThrow();
  });
});
