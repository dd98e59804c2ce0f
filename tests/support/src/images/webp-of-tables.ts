/** Side of the picture; its tables are chosen by blocks of four pixels square. */
const SIDE = 1024;
const BLOCK_BITS = 2;
const GROUPS = (SIDE >> BLOCK_BITS) ** 2;
/** The order in which a lossless WebP gives the lengths of the codes for code lengths, up to that of length 8. */
const UP_TO_EIGHT = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8];
const LITERALS = 256;
const LENGTH_PREFIXES = 24;

/**
 * A legal lossless WebP of 330 kB that makes its decoder build 65,536 groups of five tables of Huffman codes: 400 MB and more
 * for a picture of one megapixel.
 */
export function webpOfTables(): Buffer {
  const bits = new BitWriter();
  bits.write(0x2f, 8);
  bits.write(SIDE - 1, 14);
  bits.write(SIDE - 1, 14);
  bits.write(0, 1 + 3); // no alpha, version 0
  bits.write(0, 1); // no transform
  bits.write(0, 1); // no colour cache
  bits.write(1, 1); // groups of tables, one for each block
  bits.write(BLOCK_BITS - 2, 3);
  writeGroupOfBlocks(bits);
  for (let table = 0; table < 5 * GROUPS; table += 1) writeTableOfOneSymbol(bits);
  // Every pixel has a symbol without a single bit.
  return riff(bits.toBuffer());
}

/** The small picture whose red and green name the group of each block: every number from 0 to 65,535 once. */
function writeGroupOfBlocks(bits: BitWriter): void {
  bits.write(0, 1); // no colour cache
  writeTableOfBytes(bits, LENGTH_PREFIXES);
  writeTableOfBytes(bits, 0);
  for (let table = 0; table < 3; table += 1) writeTableOfOneSymbol(bits);
  for (let group = 0; group < GROUPS; group += 1) {
    bits.write(reversed(group & 255), 8);
    bits.write(reversed(group >> 8), 8);
  }
}

/** Every byte has a code of eight bits, and what may follow has none. */
function writeTableOfBytes(bits: BitWriter, without: number): void {
  bits.write(0, 1); // not a table of one or two symbols
  bits.write(UP_TO_EIGHT.length - 4, 4);
  for (const length of UP_TO_EIGHT) bits.write(length === 0 || length === 8 ? 1 : 0, 3);
  bits.write(0, 1); // lengths for the whole alphabet follow
  for (let symbol = 0; symbol < LITERALS; symbol += 1) bits.write(1, 1);
  for (let symbol = 0; symbol < without; symbol += 1) bits.write(0, 1);
}

/** A simple table with one symbol, 0, which is stored in one bit. */
const writeTableOfOneSymbol = (bits: BitWriter): void => {
  bits.write(0b0001, 4);
};

function riff(bitstream: Buffer): Buffer {
  const padded = bitstream.length + (bitstream.length % 2);
  const file = Buffer.alloc(20 + padded);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(12 + padded, 4);
  file.write('WEBPVP8L', 8, 'latin1');
  file.writeUInt32LE(bitstream.length, 16);
  bitstream.copy(file, 20);
  return file;
}

/** Codes are written with their first bit first. */
function reversed(byte: number): number {
  let result = 0;
  for (let bit = 0; bit < 8; bit += 1) if ((byte & (1 << bit)) !== 0) result |= 1 << (7 - bit);
  return result;
}

class BitWriter {
  readonly #bytes: number[] = [];
  #pending = 0;
  #count = 0;

  /** The lowest bit first. */
  write(value: number, count: number): void {
    for (let bit = 0; bit < count; bit += 1) {
      this.#pending |= ((value >> bit) & 1) << this.#count;
      this.#count += 1;
      if (this.#count === 8) {
        this.#bytes.push(this.#pending);
        this.#pending = 0;
        this.#count = 0;
      }
    }
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#count === 0 ? this.#bytes : [...this.#bytes, this.#pending]);
  }
}
