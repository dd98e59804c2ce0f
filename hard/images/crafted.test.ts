import type { StartedService } from '@facet/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { photo } from '../shared/photos.js';
import { residentBytes } from '../shared/process-memory.js';
import { startTarget } from '../shared/service.js';
import { craftedImages, type Fate } from './crafted-images.js';
import { otherFormats } from './other-formats.js';
import { DECODED, sendImage } from './send-image.js';

const CODES: Readonly<Record<Fate, string>> = {
  decoded: DECODED,
  damaged: '2003',
  'too large': '2008',
  'other format': '2004',
};
const MOST_BYTES = 1024 * 1024 * 1024;

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget();
  good = await goodCall(service.url);
});
afterEach(async () => {
  expect(await residentBytes(service.process.pid)).toBeLessThan(MOST_BYTES);
});
afterAll(async () => {
  await good.stillAnswersRight();
  expect(service.log()).not.toMatch(/unexpected error|unexpected end|worker/i);
  expect(await service.stop()).toBe(0);
});

describe('images made to harm', async () => {
  it.each(await craftedImages())('$name: $fates', async ({ image, fates }) => {
    const { status, body } = await sendImage(service.url, image);
    expect(
      fates.map((fate) => CODES[fate]),
      body.message,
    ).toContain(body.code);
    expect(status).toBeLessThan(500);
  });
});

describe('images made to harm, through the nets too', async () => {
  const decodable = (await craftedImages()).filter(({ fates }) => fates.includes('decoded'));
  it.each(decodable)('$name', async ({ image }) => {
    const { status, body } = await sendImage(service.url, image, '');
    expect(['1000', '3001', '2003'], body.message).toContain(body.code);
    expect(status).toBeLessThan(500);
  });
});

describe('formats that are not accepted', async () => {
  it.each(await otherFormats())('%s is refused by its content', async (_, image) => {
    const { status, body } = await sendImage(service.url, image);
    expect(body.code, body.message).toBe('2004');
    expect(status).toBe(400);
  });
});

describe('a file that ends at any kilobyte', async () => {
  const picture = sharp(await photo(3)).resize({ width: 400 });
  const files = {
    JPEG: await picture.clone().jpeg({ quality: 85 }).toBuffer(),
    'progressive JPEG': await picture.clone().jpeg({ progressive: true }).toBuffer(),
    PNG: await picture.clone().resize({ width: 120 }).png().toBuffer(),
  };

  it.each(Object.entries(files))('is refused: %s', async (_, file) => {
    expect((await sendImage(service.url, file)).body.code).toBe(DECODED);
    for (let end = 1; end < file.length; end += 1024) {
      const { body } = await sendImage(service.url, file.subarray(0, end));
      expect(['2003', '2004'], `cut at ${end}: ${body.message}`).toContain(body.code);
    }
  });
});
