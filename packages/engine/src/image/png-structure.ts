import type { Size } from '@facet/analysis/geometry/box.js';
import { KeptBytes } from './kept-bytes.js';
import { exifOrientation } from './orientation.js';

const SIGNATURE_LENGTH = 8;
/** Length and type before a chunk's data, checksum after it. */
const CHUNK_FRAME = 12;
/** All that pixels depend on. The rest holds text and profiles, which may unpack to gigabytes. */
const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].map(code));
const IHDR = code('IHDR');
const IEND = code('IEND');
const EXIF = code('eXIf');
const TRANSPARENCY = code('tRNS');
const NO_CHUNK = 0;

/** A file of the usual encoders has one chunk for each 8 to 64 kB. */
export const MAX_CHUNKS = 100_000;

export interface PngStructure {
  /** Null where the file does not begin with a complete header chunk. */
  readonly header: PngHeader | null;
  readonly hasTransparency: boolean;
  readonly orientation: number | undefined;
  readonly tooManyChunks: boolean;
  /** The same picture without the chunks that pixels do not depend on, and without anything behind its end. */
  readonly pixelBytes: Uint8Array;
}

export interface PngHeader {
  readonly size: Size;
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

interface Chunk {
  readonly type: number;
  readonly start: number;
  /** May lie beyond the file. */
  readonly end: number;
}

/** The chunks up to the end chunk, the end of the file, or the first that is no chunk at all. */
function* chunks(bytes: Uint8Array): Generator<Chunk, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = SIGNATURE_LENGTH;
  while (start + 8 <= view.byteLength) {
    if (![4, 5, 6, 7].every((n) => isLetter(view.getUint8(start + n)))) {
      yield { type: NO_CHUNK, start, end: start };
      return undefined;
    }
    const type = view.getUint32(start + 4);
    const end = start + CHUNK_FRAME + view.getUint32(start);
    yield { type, start, end };
    if (type === IEND) return undefined;
    start = end;
  }
}

export function readPngStructure(bytes: Uint8Array): PngStructure {
  let header: PngHeader | null = null;
  let hasTransparency = false;
  let orientation: number | undefined;
  let seen = 0;
  const kept = new KeptBytes(bytes);
  let end = SIGNATURE_LENGTH;
  for (const chunk of chunks(bytes)) {
    if (++seen > MAX_CHUNKS) break;
    if (seen === 1) header = readHeader(bytes, chunk);
    if (chunk.type === TRANSPARENCY) hasTransparency = true;
    if (chunk.type === EXIF) orientation ??= exifOrientation(bytes.subarray(chunk.start + 8, chunk.end - 4));
    end = Math.max(end, chunk.type === NO_CHUNK ? bytes.length : chunk.end);
    if (chunk.type !== NO_CHUNK && !PIXEL_CHUNKS.has(chunk.type)) kept.drop(chunk.start, chunk.end);
  }
  return {
    header,
    hasTransparency,
    orientation,
    tooManyChunks: seen > MAX_CHUNKS,
    pixelBytes: kept.upTo(end),
  };
}

/** The header chunk alone. */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  for (const chunk of chunks(bytes)) return readHeader(bytes, chunk);
  return null;
}

function readHeader(bytes: Uint8Array, { type, start, end }: Chunk): PngHeader | null {
  if (type !== IHDR || end > bytes.length || end - start < CHUNK_FRAME + 13) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start + 8, 13);
  return {
    size: { width: view.getUint32(0), height: view.getUint32(4) },
    bitDepth: view.getUint8(8),
    colourType: view.getUint8(9),
    isInterlaced: view.getUint8(12) !== 0,
  };
}

/** Whether the file stops within its chain of chunks; a broken chain is damage, not a cut. */
export function isPngCutOff(bytes: Uint8Array): boolean {
  let last: Chunk | undefined;
  for (const chunk of chunks(bytes)) last = chunk;
  if (last === undefined) return true;
  return last.type === IEND ? last.end > bytes.length : last.type !== NO_CHUNK;
}

function code(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0);
}

const isLetter = (value: number): boolean => (value >= 65 && value <= 90) || (value >= 97 && value <= 122);
