import { webpOfTables, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodersOf } from '../shared/decoders.js';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { photo } from '../shared/photos.js';
import { startTarget } from '../shared/service.js';
import { DECODED, sendImage } from './send-image.js';

const WORKERS = 2;

let service: StartedService;
let good: GoodCall;
beforeAll(async () => {
  service = await startTarget({ FACET_WORKERS: String(WORKERS) });
  good = await goodCall(service.url);
});
afterAll(() => service.stop());

/** The file with the size that its first `ispe` box claims. */
function claiming(avif: Buffer, width: number, height: number): Buffer {
  const file = Buffer.from(avif);
  const at = file.indexOf('ispe', 0, 'latin1') + 8;
  expect(at).toBeGreaterThan(8);
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  return file;
}

describe('a WebP of a picture of one megapixel and 65,536 groups of tables', () => {
  it('ends its decoder before it has taken more memory than any photo', async () => {
    const decoders = await decodersOf(service.process.pid);
    expect(decoders).toHaveLength(WORKERS);
    const { status, body } = await sendImage(service.url, webpOfTables());
    expect([status, body.code]).toEqual([413, '2008']);
    expect(body.message).toContain('too much memory');
    await good.stillResponds();
    const now = await decodersOf(service.process.pid);
    expect(now.filter((pid) => !decoders.includes(pid))).toHaveLength(1);
  });

  it('sent twenty times at once leaves others served', async () => {
    const image = webpOfTables();
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendImage(service.url, image)));
    // Calls that would have to wait too long get an error that says so.
    for (const { body } of responses) expect(['2008', '5003', '5004'], body.message).toContain(body.code);
    expect(responses.some(({ body }) => body.code === '2008')).toBe(true);
    await good.stillResponds();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe('sizes that WebP and AVIF files claim', async () => {
  const small = sharp(await photo(3)).resize(320, 240);
  const avif = await small.clone().avif({ effort: 0 }).toBuffer();

  it.each([
    ['an AVIF of 30,000 x 30,000 that is smaller', claiming(avif, 30_000, 30_000)],
    ['an AVIF of the largest size there is', claiming(avif, 0xffffffff, 0xffffffff)],
    ['an AVIF without a pixel', claiming(avif, 0, 0)],
  ])('are rejected: %s', async (_, image) => {
    const { status, body } = await sendImage(service.url, image);
    expect(['2003', '2008'], body.message).toContain(body.code);
    expect(status).toBeLessThan(500);
    await good.stillResponds();
  });

  it('do not hide a larger picture', async () => {
    const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#876' } })
      .avif({ effort: 0 })
      .toBuffer();
    expect((await sendImage(service.url, large)).body.code).toBe('2008');
    const { status, body } = await sendImage(service.url, claiming(large, 64, 64));
    expect(['2003', '2008', DECODED], body.message).toContain(body.code);
    expect(status).toBeLessThan(500);
    await good.stillResponds();
  });

  it('count together with their bytes: noise is rejected before it is decoded', async () => {
    const noise = sharp({
      create: {
        width: 2400,
        height: 2400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
    const image = await noise.avif({ quality: 90, effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
    const decoders = await decodersOf(service.process.pid);
    const { status, body } = await sendImage(service.url, image);
    expect([status, body.code, body.data['measure']]).toEqual([413, '2008', 'work-ms']);
    expect(await decodersOf(service.process.pid)).toEqual(decoders);
  });

  it('of ordinary photos are accepted', async () => {
    const picture = sharp(await photo(3));
    const files = [
      await picture.clone().resize(4000, 3000, { fit: 'fill' }).webp({ effort: 0 }).toBuffer(),
      await picture.clone().resize(3000, 2000, { fit: 'fill' }).avif({ effort: 0 }).toBuffer(),
    ];
    for (const image of files) expect((await sendImage(service.url, image)).body.code).toBe(DECODED);
  });
});
