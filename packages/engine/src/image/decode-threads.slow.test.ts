import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePhoto } from './decode.js';
import { decodeInProcess, type ProcessReport } from './decode-process.test.fixture.js';
import { DEFAULT_DECODE_LIMITS } from './decode-limits.js';
import {
  encoder,
  handMadePng,
  pngChunk,
  samplePhoto,
  samplePixels,
  zeros,
} from './synthetic-images.test.fixture.js';

const THREADS = 3;

/** Each of these texts unpacks to 7.9 million characters; a decoder that kept them all would need gigabytes. */
function textBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(7_900_000, 'a'));
  const texts = Array.from({ length: 200 }, (_, i) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`text ${i}\0\0`), packed])),
  );
  return handMadePng({ width: 9, height: 9 }, ...texts, pngChunk('IDAT', zeros(9 * 28)));
}

describe('decoding in several threads of one process', () => {
  let folder: string;
  let images: Readonly<Record<string, Buffer>>;
  let report: ProcessReport;

  beforeAll(async () => {
    const image = encoder(await samplePixels(600, 480));
    const jpeg = await image.clone().jpeg().toBuffer();
    images = {
      'photo.jpg': samplePhoto(),
      'progressive.jpg': await image.clone().jpeg({ progressive: true }).toBuffer(),
      'turned.jpg': await image.clone().withMetadata({ orientation: 5 }).jpeg().toBuffer(),
      'inks.jpg': await image.clone().toColourspace('cmyk').jpeg().toBuffer(),
      'plain.png': await image.clone().png().toBuffer(),
      // Over 100 MB unpacked: from there on libvips would turn to temporary files if it were let.
      'interlaced.png': handMadePng(
        { width: 7000, height: 6000, interlaced: true },
        pngChunk('IDAT', zeros(7000 * 6000 * 3 + 20_000)),
      ),
      'gif.png': await image.clone().gif().toBuffer(),
      'webp.jpg': await image.clone().webp().toBuffer(),
      'tiff.jpg': await image.clone().tiff().toBuffer(),
      'avif.jpg': await image.clone().avif({ effort: 0 }).toBuffer(),
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'cut off.jpg': jpeg.subarray(0, jpeg.length / 2),
      'text bomb.png': textBomb(),
    };
    folder = await mkdtemp(join(tmpdir(), 'facet-decode-'));
    const imageFolder = join(folder, 'images');
    await mkdir(imageFolder);
    for (const [name, bytes] of Object.entries(images)) await writeFile(join(imageFolder, name), bytes);
    report = await decodeInProcess(folder, imageFolder, THREADS);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('gives each the same as one thread alone, without temporary files', async () => {
    const alone = await Promise.all(
      Object.entries(images).map(async ([name, bytes]) => [name, await outcome(bytes)]),
    );
    expect(report.outcomes).toEqual(Array(THREADS).fill(Object.fromEntries(alone)));
    expect(report.outcomes[0]).toMatchObject({
      'photo.jpg': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      'interlaced.png': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      'text bomb.png': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      'gif.png': 'image-format',
      'cut off.jpg': 'image-truncated',
    });
  });

  it('keeps memory bounded, whatever the files unpack to', () => {
    expect(report.peakMegabytes).toBeLessThan(1000);
  });

  it('leaves libvips itself no other format, and no file, to read', () => {
    expect(report.bareBytes).toMatchObject({
      'photo.jpg': 'read',
      'plain.png': 'read',
      'gif.png': 'blocked',
      'webp.jpg': 'read',
      'tiff.jpg': 'blocked',
      'avif.jpg': 'read',
      'drawing.svg': 'blocked',
    });
    expect(new Set(Object.values(report.bareFiles))).toEqual(new Set(['blocked']));
  });
});

const outcome = (bytes: Uint8Array): Promise<string> =>
  decodePhoto(bytes, { ...DEFAULT_DECODE_LIMITS, heldBytes: 2 ** 28, workMs: 1e9 }).then(
    ({ pixels }) => createHash('sha256').update(pixels.data).digest('hex'),
    (error: unknown) => String((error as { code?: string }).code),
  );
