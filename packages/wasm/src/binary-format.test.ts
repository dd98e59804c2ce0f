import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signed, text, unsigned } from './binary-format.js';

const decode = (bytes: readonly number[]): bigint =>
  bytes.reduceRight((sum, byte) => sum * 128n + BigInt(byte & 0x7f), 0n);

describe('LEB128', () => {
  it('writes the examples of the WebAssembly and DWARF texts', () => {
    expect(unsigned(624485)).toEqual([0xe5, 0x8e, 0x26]);
    expect(signed(-123456n)).toEqual([0xc0, 0xbb, 0x78]);
    expect(signed(64n)).toEqual([0xc0, 0x00]);
    expect(signed(-64n)).toEqual([0x40]);
  });

  it('keeps any number', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 0xffffffff }),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        (n, z) => {
          expect(decode(unsigned(n))).toBe(BigInt(n));
          const bytes = signed(z);
          expect(BigInt.asIntN(7 * bytes.length, decode(bytes))).toBe(z);
        },
      ),
    );
  });
});

it('counts the bytes of a name, not its letters', () => {
  expect(text('aé')).toEqual([3, 0x61, 0xc3, 0xa9]);
});
