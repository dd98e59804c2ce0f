/** How the pixels of a WebP are coded; a file in which neither kind comes soon is of unknown coding. */
type WebpCoding = 'lossy' | 'lossless' | 'unknown';

/** Of the file, then of each chunk: a name of four letters and a length. */
const FIRST_CHUNK = 12;
const CHUNK_HEADER = 8;
/** Ordinary files have a few chunks before the pixels: their features, a profile, transparency. */
const MOST_CHUNKS = 16;

/** Goes over the chunks of the file until one contains pixels. */
export function readWebpCoding(file: Uint8Array): WebpCoding {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  let at = FIRST_CHUNK;
  for (let n = 0; n < MOST_CHUNKS && at + CHUNK_HEADER <= bytes.length; n++) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'VP8 ') return 'lossy';
    if (name === 'VP8L') return 'lossless';
    const length = bytes.readUInt32LE(at + 4);
    // Chunks begin at even places.
    at += CHUNK_HEADER + length + (length % 2);
  }
  return 'unknown';
}
