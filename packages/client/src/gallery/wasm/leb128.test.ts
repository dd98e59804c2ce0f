import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signed, unsigned } from './leb128.js';

const decode = (bytes: readonly number[]): number =>
  bytes.reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0);

describe('LEB128', () => {
  it('writes the examples of the WebAssembly and DWARF texts', () => {
    expect(unsigned(624485)).toEqual([0xe5, 0x8e, 0x26]);
    expect(signed(-123456)).toEqual([0xc0, 0xbb, 0x78]);
    expect(signed(64)).toEqual([0xc0, 0x00]);
    expect(signed(-64)).toEqual([0x40]);
  });

  it('keeps any number', () => {
    fc.assert(
      fc.property(fc.nat({ max: 0xffffffff }), fc.integer(), (natural, whole) => {
        expect(decode(unsigned(natural))).toBe(natural);
        const bytes = signed(whole);
        const sign = 2 ** (7 * bytes.length);
        const value = decode(bytes);
        expect(value >= sign / 2 ? value - sign : value).toBe(whole);
      }),
    );
  });
});
