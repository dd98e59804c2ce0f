import type { StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { photo } from '../shared/photos.js';
import { forgetPeak, peakBytes } from '../shared/process-memory.js';
import { startTarget } from '../shared/service.js';
import { animatedPng } from './animated-png.js';
import { craftedImages, type ExpectedOutcome } from './crafted-images.js';
import { otherFormats } from './other-formats.js';
import { DECODED, sendImage } from './send-image.js';

const CODES: Readonly<Record<ExpectedOutcome, string>> = {
  decoded: DECODED,
  damaged: '2003',
  'too large': '2008',
  'other format': '2004',
};
const MEGABYTE = 1024 * 1024;
/** For one image: what the decoder may hold (96 MB), and the file on its way through the service. */
const MAX_GROWTH_BYTES = 150 * MEGABYTE;
/** For all of them, including memory of earlier ones that is not freed yet. */
const MAX_TOTAL_BYTES = 300 * MEGABYTE;

let service: StartedService;
let good: GoodCall;
let warm = 0;
let before = 0;
let worst = { growth: 0, name: '' };

beforeAll(async () => {
  service = await startTarget();
  good = await goodCall(service.url);
  await forgetPeak(service.process.pid);
  warm = await peakBytes(service.process.pid);
});
beforeEach(async () => {
  await forgetPeak(service.process.pid);
  before = await peakBytes(service.process.pid);
});
afterEach(async ({ task: { name } }) => {
  const peak = await peakBytes(service.process.pid);
  const growth = peak - before;
  if (growth > worst.growth) worst = { growth, name };
  expect(growth, 'bytes at the peak').toBeLessThan(MAX_GROWTH_BYTES);
  expect(peak - warm, 'bytes above those before the first').toBeLessThan(MAX_TOTAL_BYTES);
});
afterAll(async () => {
  console.log(`most memory for an image: ${(worst.growth / MEGABYTE).toFixed(0)} MB, ${worst.name}`);
  await good.stillResponds();
  expect(service.log()).not.toMatch(/unexpected error|unexpected end|worker/i);
  expect(await service.stop()).toBe(0);
});

describe('malicious images', async () => {
  it.each(await craftedImages())('$name: $fates', async ({ image, fates }) => {
    const { status, body } = await sendImage(service.url, image);
    expect(
      fates.map((fate) => CODES[fate]),
      body.message,
    ).toContain(body.code);
    expect(status).toBeLessThan(500);
  });
});

describe('malicious images, through the models too', async () => {
  const decodable = (await craftedImages()).filter(({ fates }) => fates.includes('decoded'));
  it.each(decodable)('$name', async ({ image }) => {
    const { status, body } = await sendImage(service.url, image, '');
    expect(['1000', '3001', '2003'], body.message).toContain(body.code);
    expect(status).toBeLessThan(500);
  });
});

describe('two pictures in one file', async () => {
  const picture = async (n: 3 | 5, format: 'jpeg' | 'png'): Promise<Buffer> =>
    sharp(await photo(n))
      .resize(480, 360, { fit: 'cover' })
      .toFormat(format)
      .toBuffer();
  const [png, otherPng] = [await picture(3, 'png'), await picture(5, 'png')];
  const [jpeg, otherJpeg] = [await picture(3, 'jpeg'), await picture(5, 'jpeg')];

  it.each([
    ['frames of an animated PNG', png, animatedPng([png, otherPng])],
    ['a PNG and a JPEG', png, Buffer.concat([png, otherJpeg])],
    ['a PNG and a PNG', png, Buffer.concat([png, otherPng])],
    ['a JPEG and a PNG', jpeg, Buffer.concat([jpeg, otherPng])],
    ['a JPEG and a JPEG', jpeg, Buffer.concat([jpeg, otherJpeg])],
  ])('give the response of the first: %s', async (_, first, both) => {
    const alone = await sendImage(service.url, first, '');
    expect(alone.body.data['vector']).toHaveLength(128);
    expect((await sendImage(service.url, both, '')).body).toEqual(alone.body);
  });
});

describe('formats that are not accepted', async () => {
  it.each(await otherFormats())('%s is rejected by its content', async (_, image) => {
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

  it.each(Object.entries(files))('is rejected: %s', async (_, file) => {
    expect((await sendImage(service.url, file)).body.code).toBe(DECODED);
    for (let end = 1; end < file.length; end += 1024) {
      const { body } = await sendImage(service.url, file.subarray(0, end));
      expect(['2003', '2004'], `cut at ${end}: ${body.message}`).toContain(body.code);
    }
  });
});
