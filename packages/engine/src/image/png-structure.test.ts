import { describe, expect, it } from 'vitest';
import { handMadePng, pngChunk, zeros } from './made-images.test.fixture.js';
import { isPngCutOff, pixelChunksOnly, pngSize } from './png-structure.js';

const header = { width: 5, height: 3 };
const rows = pngChunk('IDAT', zeros(3 * 16));
const text = pngChunk('tEXt', Buffer.from('Comment\0hello'));

describe('the structure of a PNG', () => {
  it('gives the size', () => {
    expect(pngSize(handMadePng(header, rows))).toEqual(header);
    expect(pngSize(handMadePng({ width: 0x7fffffff, height: 4_000_000_000 }))).toEqual({
      width: 0x7fffffff,
      height: 4_000_000_000,
    });
    expect(pngSize(handMadePng(header, rows).subarray(0, 20))).toBeNull();
  });

  it('is whole, or cut off at every shorter length', () => {
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
    expect(pixelChunksOnly(png)).toBe(png);
  });

  it('loses everything else', () => {
    const exif = pngChunk('eXIf', Buffer.from('MM\0*'));
    const profile = pngChunk('iCCP', Buffer.from('p\0\0x'));
    const png = handMadePng(header, text, profile, exif, text, rows, rows, text);
    expect(Buffer.from(pixelChunksOnly(png))).toEqual(handMadePng(header, exif, rows, rows));
  });

  it('keeps a cut off or broken rest for the decoder to judge', () => {
    const png = handMadePng(header, text, rows);
    const cut = png.subarray(0, -20);
    expect(Buffer.from(pixelChunksOnly(cut))).toEqual(handMadePng(header, rows).subarray(0, -20));
    const broken = handMadePng(header, text, Buffer.from('\0\0\0\x01\0\0\0\0junk'));
    expect(Buffer.from(pixelChunksOnly(broken)).includes('junk')).toBe(true);
  });
});
