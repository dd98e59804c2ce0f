import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodePng } from './encode-png.js';

it('encodes every pixel so that other programs read it', async () => {
  const [width, height] = [13, 7];
  const planes = Float32Array.from({ length: 3 * width * height }, (_, n) => (n * 83) % 256);
  const png = encodePng(planes, { width, height });
  const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels: 3 });
  const plane = width * height;
  for (let pixel = 0; pixel < plane; pixel++)
    for (let channel = 0; channel < 3; channel++)
      expect(data[3 * pixel + channel]).toBe(planes[channel * plane + pixel]);
});

it('rounds levels between two', async () => {
  const png = encodePng(Float32Array.of(0.4, 0.6, 254.5), { width: 1, height: 1 });
  expect([...(await sharp(png).raw().toBuffer())]).toEqual([0, 1, 255]);
});
