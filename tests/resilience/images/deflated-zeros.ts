import { constants, deflateRawSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;
/** The modulus of Adler's checksum. */
const ADLER = 65_521;

/**
 * What zlib would produce for this many zeros, at once for any number: a compressed megabyte that depends on nothing
 * before it, repeated. Each takes a kilobyte.
 */
export function deflatedZeros(bytes: number): Buffer {
  const packed = (length: number): Buffer =>
    deflateRawSync(Buffer.alloc(length), { finishFlush: constants.Z_FULL_FLUSH });
  const whole = packed(MEGABYTE);
  const times = Math.floor(bytes / MEGABYTE);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((bytes % ADLER) * 65_536 + 1);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: times }, () => whole),
    packed(bytes - times * MEGABYTE),
    // An empty last block.
    Buffer.from([0x03, 0x00]),
    checksum,
  ]);
}
