import type { Size } from '../geometry/box.js';

const SIGNATURE_LENGTH = 8;
/** Length and type before a chunk's data, checksum after it. */
const CHUNK_FRAME = 12;
/** All that upright pixels depend on. The rest holds text and profiles, which may unpack to gigabytes. */
const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'eXIf', 'IEND']);

interface Chunk {
  readonly type: string;
  readonly start: number;
  /** May lie beyond the file. */
  readonly end: number;
}

/** The chunks up to the end chunk, the end of the file, or the first that is no chunk at all. */
function* chunks(bytes: Uint8Array): Generator<Chunk, undefined> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = SIGNATURE_LENGTH;
  while (start + 8 <= view.length) {
    const type = view.toString('latin1', start + 4, start + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) {
      yield { type: '', start, end: start };
      return undefined;
    }
    const end = start + CHUNK_FRAME + view.readUInt32BE(start);
    yield { type, start, end };
    if (type === 'IEND') return undefined;
    start = end;
  }
}

/** The size in the header chunk, or null where that is not the first chunk. */
export function pngSize(bytes: Uint8Array): Size | null {
  const first = chunks(bytes).next().value;
  if (first?.type !== 'IHDR' || first.end > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { width: view.getUint32(first.start + 8), height: view.getUint32(first.start + 12) };
}

/** Whether the file stops within its chain of chunks; a broken chain is damage, not a cut. */
export function isPngCutOff(bytes: Uint8Array): boolean {
  let last: Chunk | undefined;
  for (const chunk of chunks(bytes)) last = chunk;
  if (last === undefined) return true;
  return last.type === 'IEND' ? last.end > bytes.length : last.type !== '';
}

/** The same picture without the chunks that pixels do not depend on; the same bytes if there are none. */
export function pixelChunksOnly(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  let runStart = SIGNATURE_LENGTH;
  let end = SIGNATURE_LENGTH;
  for (const chunk of chunks(bytes)) {
    end = Math.max(end, chunk.type === '' ? bytes.length : chunk.end);
    if (chunk.type === '' || PIXEL_CHUNKS.has(chunk.type)) continue;
    kept.push(bytes.subarray(runStart, chunk.start));
    runStart = chunk.end;
  }
  if (kept.length === 1) return bytes;
  kept.push(bytes.subarray(runStart, end));
  return Buffer.concat(kept);
}
