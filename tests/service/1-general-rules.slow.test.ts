import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributesOf, base64, distance, postForm, postJson, vectorOf } from './calls.js';
import { cutOut, emptyPicture, threePeople } from './photos.js';
import { startService, type StartedService } from './started-service.js';

let service: StartedService;
let photo: Buffer;
let photoServer: Server;
let photoUrl: string;

beforeAll(async () => {
  photo = await threePeople();
  photoServer = createServer((_request, response) => response.end(photo));
  await new Promise<void>((resolve) => photoServer.listen(0, '127.0.0.1', resolve));
  const { port } = photoServer.address() as AddressInfo;
  photoUrl = `http://127.0.0.1:${port}/some/photo`;
  service = await startService({ FACET_URL_ALLOW: `127.0.0.1:${port}` });
});
afterAll(async () => {
  photoServer.close();
  await service.stop();
});

describe('1. What the service does', () => {
  it('rule 2: JPEG and PNG are accepted, recognised by their content', async () => {
    const png = await sharp(photo).png().toBuffer();
    const [fromJpeg, fromPng] = [await vectorOf(service.url, photo), await vectorOf(service.url, png)];
    expect(distance(fromJpeg, fromPng)).toBeLessThan(0.05);
  });

  it('rule 2: other formats are rejected with code 2004', async () => {
    for (const format of ['gif', 'tiff'] as const) {
      const bytes = await sharp(await emptyPicture(64, 64))
        .toFormat(format)
        .toBuffer();
      const { status, body } = await postForm(`${service.url}/get_face_vec`, { img: bytes });
      expect([format, status, body.code]).toEqual([format, 400, '2004']);
    }
  });

  it.each([
    ['greyscale', (image: Sharp) => image.greyscale().jpeg()],
    ['CMYK', (image: Sharp) => image.toColourspace('cmyk').jpeg()],
    ['progressive', (image: Sharp) => image.jpeg({ progressive: true })],
    ['16-bit', (image: Sharp) => image.toColourspace('rgb16').png()],
    ['palette', (image: Sharp) => image.png({ palette: true })],
    ['interlaced', (image: Sharp) => image.png({ progressive: true })],
    ['alpha', (image: Sharp) => image.ensureAlpha(1).png()],
    ['WebP', (image: Sharp) => image.webp()],
    ['AVIF', (image: Sharp) => image.avif({ effort: 0 })],
  ])('rule 2: %s images work', async (_kind, make) => {
    const image = await make(sharp(photo)).toBuffer();
    expect(distance(await vectorOf(service.url, photo), await vectorOf(service.url, image))).toBeLessThan(
      0.3,
    );
  });

  it('rule 3: an image above 1024p is accepted, and speaks in its own pixels', async () => {
    const small = await attributesOf(service.url, photo);
    const large = await attributesOf(
      service.url,
      await sharp(photo).resize({ width: 3000 }).jpeg().toBuffer(),
    );
    expect(large.imageSize[1]).toBe(3000);
    const scale = 3000 / (small.imageSize[1] ?? 1);
    const [face] = large.faces;
    const [same] = small.faces;
    expect(Math.abs((face?.face_rectangle[0] ?? 0) - (same?.face_rectangle[0] ?? 0) * scale)).toBeLessThan(
      60,
    );
  });

  it('rule 4: any image is accepted, also one that shows no face', async () => {
    const { status } = await postForm(`${service.url}/get_image_attr`, { image_attr: await emptyPicture() });
    expect(status).toBe(200);
  });

  it('rule 5: file, Base64, data: URL and URL give the same result, in both content types', async () => {
    const expected = await vectorOf(service.url, photo);
    const plain = base64(photo);
    const ways = [
      plain,
      `data:image/jpeg;base64,${plain}`,
      (plain.match(/.{1,76}/g) ?? []).join('\r\n'),
      plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      photoUrl,
    ];
    for (const img of ways) {
      const byJson = await postJson(`${service.url}/get_face_vec`, { img });
      const byText = await postForm(`${service.url}/get_face_vec`, { img });
      expect(byJson.body.data['vector'], img.slice(0, 40)).toEqual(expected);
      expect(byText.body.data['vector'], img.slice(0, 40)).toEqual(expected);
    }
  });

  it('rule 6: an image URL that is not public is rejected with code 3201', async () => {
    for (const img of [
      'http://10.0.0.1/a.jpg',
      'http://[::1]/a.jpg',
      'http://2130706433/a.jpg',
      'ftp://example.com/a',
    ]) {
      const { status, body } = await postJson(`${service.url}/get_face_vec`, { img });
      expect([img, status, body.code]).toEqual([img, 422, '3201']);
      expect(body.message).toContain('img');
    }
  });

  it('rule 7: Vector uses the first face, which is face_id_0 of Image Attributes', async () => {
    const { faces } = await attributesOf(service.url, photo);
    const box = faces[0]?.face_rectangle.join(',') ?? '';
    const first = await vectorOf(service.url, photo);
    expect(distance(first, await vectorOf(service.url, photo, `?bboxes=${box}`))).toBeLessThan(0.05);
  });

  it('rule 7: a bounding box selects another face', async () => {
    const { faces } = await attributesOf(service.url, photo);
    const second = await vectorOf(service.url, photo, `?bboxes=${faces[1]?.face_rectangle.join(',') ?? ''}`);
    expect(distance(await vectorOf(service.url, photo), second)).toBeGreaterThan(0.5);
  });

  it('rule 8: a distance below 0.5 of two vectors means the same person', async () => {
    const { faces } = await attributesOf(service.url, photo);
    const templates = await Promise.all(
      faces.map(({ face_rectangle: box }) => vectorOf(service.url, photo, `?bboxes=${box.join(',')}`)),
    );
    for (const [n, { face_rectangle: box }] of faces.entries()) {
      const seen = await vectorOf(
        service.url,
        await sharp(await cutOut(photo, box))
          .resize({ width: 400 })
          .jpeg()
          .toBuffer(),
      );
      const nearest = templates.map((template) => distance(template, seen));
      expect(nearest.indexOf(Math.min(...nearest))).toBe(n);
      expect(Math.min(...nearest)).toBeLessThan(0.5);
    }
  });
});
