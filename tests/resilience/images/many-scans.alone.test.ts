import { processFigures, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { photo } from '../shared/photos.js';
import { startTarget } from '../shared/service.js';
import { manyScans } from './many-scans.js';
import { DECODED, sendImage } from './send-image.js';

/** Far below what one of these images costs a decoder (minutes), far above what rejecting it costs. */
const MAX_CPU_SECONDS = 2;

let service: StartedService;
let good: GoodCall;
beforeAll(async () => {
  service = await startTarget({ FACET_WORKERS: '2' });
  good = await goodCall(service.url);
});
afterAll(() => service.stop());

const cpuSeconds = async (): Promise<number> => (await processFigures(service.process.pid)).cpuSeconds;

describe('progressive images with hundreds of scans', () => {
  it('are valid: libvips decodes a tiny one', async () => {
    const { data, info } = await sharp(manyScans(16, 16)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 16, height: 16 });
    expect(new Set(data)).toEqual(new Set([128]));
  });

  it.each([
    ['10,000 x 10,000, one for each worker', 10_000, 2],
    ['2,000 x 2,000, twenty at once', 2000, 20],
    ['16 x 16, twenty at once', 16, 20],
  ])('are rejected before they are decoded: %s', async (_, side, count) => {
    const image = manyScans(side, side);
    const before = await cpuSeconds();
    const responses = await Promise.all(Array.from({ length: count }, () => sendImage(service.url, image)));
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([413, '2008']);
      expect(body.message).toContain('too expensive to decode');
    }
    expect(await cpuSeconds()).toBeLessThan(before + MAX_CPU_SECONDS);
    await good.stillResponds();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('are distinguished from ordinary progressive photos', async () => {
    const large = sharp(await photo(3)).resize(6000, 4000, { fit: 'fill' });
    const image = await large.jpeg({ progressive: true, quality: 80 }).toBuffer();
    expect((await sendImage(service.url, image)).body.code).toBe(DECODED);
  });
});
