import { segment } from './jpeg-parts.js';

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const AC_COEFFICIENTS = 63;
/** The deepest successive approximation that the standard allows. */
const BITS = 13;
/** The longest run of empty blocks that one code can stand for. */
const MAX_RUN = 32_767;

/**
 * A legal grey progressive JPEG with as many scans as there can be: each bit of each coefficient has one of its own. All
 * are empty, so that the file is small, and the decoder goes over every block of the image 883 times.
 */
export function manyScans(width: number, height: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const emptyBlocks = codedBits('0'.repeat(blocks));
  const emptyRuns = codedBits(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / MAX_RUN)));
  const parts = [
    START,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    segment(0xc4, huffmanTable(0x00, 0x00)),
    // The one code of this table stands for a run of up to 32,767 blocks.
    segment(0xc4, huffmanTable(0x10, 0xe0)),
    scan(0, 0, BITS),
    emptyBlocks,
  ];
  for (let coefficient = 1; coefficient <= AC_COEFFICIENTS; coefficient++) {
    for (let bit = BITS; bit >= 0; bit--) {
      parts.push(scan(coefficient, bit === BITS ? 0 : bit + 1, bit), emptyRuns);
    }
  }
  return Buffer.concat([...parts, END]);
}

/** One symbol, whose code is a single 0. */
const huffmanTable = (kind: number, symbol: number): Buffer =>
  Buffer.from([kind, 1, ...Array<number>(15).fill(0), symbol]);

const scan = (coefficient: number, high: number, low: number): Buffer =>
  segment(0xda, Buffer.from([1, 1, 0, coefficient, coefficient, (high << 4) | low]));

/** Bits as they stand in a scan: filled up with ones, and a zero byte behind each byte of ones. */
function codedBits(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte);
    if (byte === 0xff) bytes.push(0);
  }
  return Buffer.from(bytes);
}
