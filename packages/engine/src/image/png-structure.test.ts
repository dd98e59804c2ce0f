import { describe, expect, it } from 'vitest';
import { handMadePng, pngChunk, zeros } from './synthetic-images.test.fixture.js';
import { isPngCutOff, MAX_CHUNKS, readPngStructure } from './png-structure.js';

const header = { width: 5, height: 3 };
const rows = pngChunk('IDAT', zeros(3 * 16));
const text = pngChunk('tEXt', Buffer.from('Comment\0hello'));

const pngSize = (bytes: Uint8Array): object | undefined => readPngStructure(bytes).header?.size;
const pixelChunksOnly = (bytes: Uint8Array): Uint8Array => readPngStructure(bytes).pixelBytes;

describe('the structure of a PNG', () => {
  it('gives the size', () => {
    expect(pngSize(handMadePng(header, rows))).toEqual(header);
    expect(pngSize(handMadePng({ width: 0x7fffffff, height: 4_000_000_000 }))).toEqual({
      width: 0x7fffffff,
      height: 4_000_000_000,
    });
    expect(pngSize(handMadePng(header, rows).subarray(0, 20))).toBeUndefined();
  });

  it('is complete, or cut off at every shorter length', () => {
    const png = handMadePng(header, text, rows);
    expect(isPngCutOff(png)).toBe(false);
    for (let length = 8; length < png.length; length += 1) {
      expect(isPngCutOff(png.subarray(0, length))).toBe(true);
    }
  });

  it('is damaged rather than cut off when the chain of chunks breaks', () => {
    const png = handMadePng(header, rows);
    png.writeUInt32BE(20, 8);
    expect(isPngCutOff(png)).toBe(false);
  });

  it('is kept as it is when all of it makes pixels', () => {
    const png = handMadePng(header, rows);
    expect(pixelChunksOnly(png)).toEqual(png);
    expect(pixelChunksOnly(png).buffer).toBe(png.buffer);
  });

  it('loses everything else', () => {
    const exif = pngChunk('eXIf', Buffer.from('MM\0*'));
    const profile = pngChunk('iCCP', Buffer.from('p\0\0x'));
    const png = handMadePng(header, text, profile, exif, text, rows, rows, text);
    expect(Buffer.from(pixelChunksOnly(png))).toEqual(handMadePng(header, rows, rows));
  });

  it('keeps a cut off or broken rest for the decoder to judge', () => {
    const png = handMadePng(header, text, rows);
    const cut = png.subarray(0, -20);
    expect(Buffer.from(pixelChunksOnly(cut))).toEqual(handMadePng(header, rows).subarray(0, -20));
    const broken = handMadePng(header, text, Buffer.from('\0\0\0\x01\0\0\0\0junk'));
    expect(Buffer.from(pixelChunksOnly(broken)).includes('junk')).toBe(true);
  });

  it('reads what decides the cost of decoding', () => {
    const { header: found, hasTransparency } = readPngStructure(
      handMadePng(
        { ...header, bits: 16, colour: 0, interlaced: true },
        pngChunk('tRNS', Buffer.alloc(2)),
        rows,
      ),
    );
    expect(found).toEqual({ size: header, bitDepth: 16, colourType: 0, isInterlaced: true });
    expect(hasTransparency).toBe(true);
  });

  it('stops counting at a number of chunks that no ordinary file has', () => {
    const empty = pngChunk('IDAT', Buffer.alloc(0));
    const pieces = Buffer.concat(Array<Buffer>(MAX_CHUNKS).fill(empty));
    expect(readPngStructure(handMadePng(header, pieces)).tooManyChunks).toBe(true);
    expect(readPngStructure(handMadePng(header, rows)).tooManyChunks).toBe(false);
  });
});
