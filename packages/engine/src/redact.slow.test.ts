import sharp from 'sharp';
import { expect, it } from 'vitest';
import { distance } from '@facet/engine';
import { analysedSamples } from './analysed-samples.test.fixture.js';
import { sample } from './image/sample-photos.test.fixture.js';

const { engine, photo } = analysedSamples(sample);

it.each(['pixelate', 'blur', 'box'] as const)('makes every face unrecognisable: %s', async (style) => {
  const before = await engine().analyse(photo(3), { extras: ['vector'] });
  const { image, format, faces } = await engine().redact(photo(3), { style });
  expect([faces, format]).toEqual([before.faces.length, 'jpeg']);
  const { width, height, exif, icc, xmp } = await sharp(image).metadata();
  expect({ width, height }).toEqual(before.imageSize);
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  for (const { box, vector } of before.faces) {
    const after = await engine().vector(image, { faces: { kind: 'boxes', boxes: [box] } });
    expect(distance(after.vector, vector ?? after.vector)).toBeGreaterThan(0.5);
  }
});

it('redacts only the given boxes, keeps a PNG a PNG, and stands it upright', async () => {
  const png = await sharp(photo(3)).resize(800).png().withMetadata({ orientation: 6 }).toBuffer();
  const box = { x1: 10, y1: 20, x2: 60, y2: 90 };
  const redacted = await engine().redact(png, {
    faces: { kind: 'boxes', boxes: [box] },
    style: 'box',
    shape: 'rectangle',
  });
  expect([redacted.format, redacted.faces]).toEqual(['png', 1]);
  const upright = await sharp(png).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const after = await sharp(redacted.image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([after.info.width, after.info.height]).toEqual([upright.info.width, upright.info.height]);
  const { width } = after.info;
  const at = (data: Buffer, x: number, y: number) => [
    ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ];
  expect(at(after.data, 30, 50)).toEqual([0, 0, 0]);
  for (const [x, y] of [
    [5, 50],
    [200, 300],
    [30, 95],
  ] as const)
    expect(at(after.data, x, y)).toEqual(at(upright.data, x, y));
});

it('rejects a photo that would take too long or too much memory, before it is encoded', async () => {
  const large = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  await expect(engine().redact(large)).rejects.toMatchObject({ code: 'image-too-many-pixels' });
  const png = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await expect(engine().redact(png)).rejects.toMatchObject({ code: 'image-too-complex' });
});
