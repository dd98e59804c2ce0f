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

/** Ways to write a portrait so that the colours alone do not show it. */
const HIDDEN: Readonly<Record<string, (colour: Uint8Array, luma: number) => ArrayLike<number>>> = {
  'in alpha, in front of white': (_, luma) => [255, 255, 255, luma],
  'in alpha, in front of black': (_, luma) => [0, 0, 0, luma],
  'in alpha, in front of the grey of the search': (_, luma) => [128, 128, 128, luma],
  'in colour and alpha': (colour, luma) => [...colour, 128 + luma / 2],
  'in colour under full transparency': (colour) => [...colour, 0],
  'in colour, nearly transparent': (colour) => [...colour, 12],
};

it.each([
  ...Object.keys(HIDDEN).map((name) => ['png', name] as const),
  ['webp', 'in alpha, in front of black'] as const,
  ['avif', 'in colour and alpha'] as const,
])('leaves no portrait in a %s %s', async (format, name) => {
  for (const n of [1, 3] as const) {
    const original = sharp(photo(n)).resize(800).removeAlpha();
    const { data: colours, info } = await original.clone().raw().toBuffer({ resolveWithObject: true });
    const lumas = await original.clone().greyscale().raw().toBuffer();
    const { width, height } = info;
    const data = new Uint8Array(lumas.length * 4);
    for (const [at, luma] of lumas.entries())
      data.set(HIDDEN[name]?.(colours.subarray(3 * at, 3 * at + 3), luma) ?? [], 4 * at);
    const picture = sharp(data, { raw: { width, height, channels: 4 } });
    const file = await {
      png: () => picture.png().toBuffer(),
      webp: () => picture.webp({ lossless: true, exact: true }).toBuffer(),
      avif: () => picture.avif({ effort: 0, quality: 90 }).toBuffer(),
    }[format]();
    const { faces } = await engine().analyse(await original.clone().png().toBuffer(), {
      extras: ['vector'],
    });
    expect(faces.length).toBeGreaterThan(1);
    for (const style of ['pixelate', 'blur', 'box'] as const) {
      const { image } = await engine().redact(file, { style });
      for (const { box, vector } of faces.slice(0, 2))
        for (const look of await looksOf(image)) {
          const seen = await engine().vector(look, { faces: { kind: 'boxes', boxes: [box] } });
          expect(distance(seen.vector, vector ?? seen.vector), `${n}, ${style}`).toBeGreaterThan(0.5);
        }
    }
  }
});

/** What somebody may look at who wants to know the people: the picture on white and on black, and its alpha. */
async function looksOf(file: Uint8Array): Promise<Buffer[]> {
  const { hasAlpha } = await sharp(file).metadata();
  if (!hasAlpha) return [Buffer.from(file)];
  return Promise.all([
    sharp(file).flatten({ background: '#fff' }).png().toBuffer(),
    sharp(file).flatten({ background: '#000' }).png().toBuffer(),
    sharp(file).removeAlpha().png().toBuffer(),
    sharp(file).extractChannel(3).png().toBuffer(),
  ]);
}

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
