const POLYNOMIAL = 0xedb88320;
const SLICES = 8;

/** Table s holds the checksum of each byte followed by s zero bytes, so that eight bytes are folded in at once. */
function makeTables(): Uint32Array {
  const tables = new Uint32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
    tables[byte] = sum;
  }
  for (let i = 256; i < tables.length; i++) {
    const before = tables[i - 256] ?? 0;
    tables[i] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

const TABLES = makeTables();
const look = (slice: number, byte: number): number => TABLES[slice * 256 + (byte & 0xff)] ?? 0;

/** The CRC-32 of zip, PNG and gzip: finds every change of one bit or of up to 32 neighbouring bits. */
export function crc32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wholeWords = bytes.length - (bytes.length % SLICES);
  let sum = 0xffffffff;
  let at = 0;
  for (; at < wholeWords; at += SLICES) {
    const low = view.getUint32(at, true) ^ sum;
    const high = view.getUint32(at + 4, true);
    sum =
      look(7, low) ^
      look(6, low >>> 8) ^
      look(5, low >>> 16) ^
      look(4, low >>> 24) ^
      look(3, high) ^
      look(2, high >>> 8) ^
      look(1, high >>> 16) ^
      look(0, high >>> 24);
  }
  for (; at < bytes.length; at++) sum = (sum >>> 8) ^ look(0, sum ^ (bytes[at] ?? 0));
  return (sum ^ 0xffffffff) >>> 0;
}
