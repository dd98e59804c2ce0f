import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '@facet/analysis/errors.js';
import { DEFAULT_DECODE_LIMITS as limits } from './decode-limits.js';
import { decodePhoto } from './decode.js';
import {
  encoder,
  handMadePng,
  meanDifference,
  pngChunk,
  samplePixels,
  zeros,
} from './synthetic-images.test.fixture.js';

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** What a decode comes to: 'ok', or the error's code. Anything untyped fails the test. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const { pixels, size } = await decodePhoto(bytes, limits);
    expect(pixels.data).toHaveLength(pixels.width * pixels.height * 3);
    expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    return 'ok';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    expect(error.message).toBe(new EngineError(error.code).message);
    return error.code;
  }
}

const insert = (bytes: Buffer, at: number, ...inserted: number[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)]);

describe('a damaged file', () => {
  let jpeg: Buffer;
  let png: Buffer;
  let files: Buffer[];

  beforeAll(async () => {
    const image = encoder(await samplePixels(120, 90));
    jpeg = await image.clone().jpeg().toBuffer();
    png = await image.clone().png().toBuffer();
    files = [
      jpeg,
      png,
      await image.clone().jpeg({ progressive: true }).toBuffer(),
      await image.clone().png({ progressive: true }).toBuffer(),
      await image.clone().png({ palette: true }).toBuffer(),
      await image.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ];
  });

  it('that is cut off is reported as such, at every length', async () => {
    for (const file of files) {
      const step = Math.ceil(file.length / 60);
      // A PNG that lacks no more than its empty end chunk has all its pixels.
      const pixelsEnd = file[0] === 0x89 ? file.length - 12 : file.length;
      for (let length = 8; length < pixelsEnd; length += step) {
        expect(await outcome(file.subarray(0, length))).toBe('image-truncated');
      }
      for (let length = pixelsEnd; length < file.length; length += 1) {
        expect(await outcome(file.subarray(0, length))).toBe('ok');
      }
    }
  });

  it('of a few bytes is classified too', async () => {
    expect(await outcome(new Uint8Array(0))).toBe('image-empty');
    for (let length = 1; length < 8; length += 1) {
      expect(await outcome(png.subarray(0, length))).toBe('image-format');
      expect(await outcome(jpeg.subarray(0, length))).toBe(length < 3 ? 'image-format' : 'image-truncated');
    }
  });

  it('that was cut off and closed again is unreadable', async () => {
    const closed = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), END_OF_IMAGE]);
    expect(await outcome(closed)).toBe('image-unreadable');
  });

  it('with a hole in its compressed data is unreadable', async () => {
    for (const file of [jpeg, png]) {
      const holed = Buffer.from(file).fill(0xa5, file.length >> 1, (file.length >> 1) + 200);
      expect(await outcome(holed)).toBe('image-unreadable');
    }
  });

  it('with a wrong checksum over its pixels is unreadable, over anything else it is fine', async () => {
    const header = { width: 5, height: 3 };
    const rows = pngChunk('IDAT', zeros(3 * 16));
    const falsify = (chunk: Buffer): Buffer => Buffer.concat([chunk.subarray(0, -1), Buffer.from([0x55])]);
    expect(await outcome(handMadePng(header, falsify(rows)))).toBe('image-unreadable');
    expect(await outcome(handMadePng(header, falsify(pngChunk('pHYs', Buffer.alloc(9))), rows))).toBe('ok');
    expect(await outcome(handMadePng(header, pngChunk('iCCP', Buffer.from('x\0\0no profile')), rows))).toBe(
      'ok',
    );
  });

  it('keeps the message of the decoder in the cause', async () => {
    const error: unknown = await decodePhoto(jpeg.subarray(0, 900), limits).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'image-truncated', details: { format: 'jpeg' } });
    expect(String((error as EngineError).cause)).toContain('premature end');
  });

  it('with flaws that cost no pixel is read all the same', async () => {
    const whole = await decodePhoto(jpeg, limits);
    const firstTable = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const flawed = {
      'bytes after the end': Buffer.concat([jpeg, Buffer.from('trailing bytes')]),
      'stray bytes before the end': insert(jpeg, jpeg.length - 2, 0, 1, 2, 3),
      'stray bytes between segments': insert(jpeg, frame, 0, 0, 0),
      'fill bytes before a marker': insert(jpeg, frame, 0xff, 0xff),
      'odd scan parameters': Buffer.from(jpeg).fill(0, scan + 12, scan + 13),
      'an empty EXIF block': insert(jpeg, firstTable, 0xff, 0xe1, 0, 8, 0x45, 0x78, 0x69, 0x66, 0, 0),
      'a broken EXIF block': insert(
        jpeg,
        firstTable,
        ...[
          0xff, 0xe1, 0, 18, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0xff, 0xff, 0xff, 0xff, 0, 9,
        ],
      ),
      'a broken profile': insert(
        jpeg,
        firstTable,
        0xff,
        0xe2,
        0,
        18,
        ...Buffer.from('ICC_PROFILE\0\x01\x01zz'),
      ),
    };
    for (const [name, bytes] of Object.entries(flawed)) {
      const { pixels } = await decodePhoto(bytes, limits);
      expect(meanDifference(pixels, whole.pixels), name).toBe(0);
    }
  });

  it('with any bytes changed is read, or rejected by a typed error', async () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(5),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (which, changes) => {
          const bytes = Buffer.from(files[which] ?? jpeg);
          // Squared: headers, where damage has the widest effects, are at the start.
          for (const { at, value } of changes) bytes[8 + Math.floor(at * at * (bytes.length - 9))] = value;
          await outcome(bytes);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of random bytes after a signature is rejected by a typed error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 400 }), async (asPng, rest) => {
        const bytes = Buffer.concat([(asPng ? png : jpeg).subarray(0, 8), rest]);
        expect(await outcome(bytes)).not.toBe('ok');
      }),
      { numRuns: 100 },
    );
  });
});
