import { crc32 as reference } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.js';

it('is the CRC-32 of zlib for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 9 }), (bytes, from) => {
      expect(crc32(bytes.subarray(from))).toBe(reference(bytes.subarray(from)));
    }),
  );
});
