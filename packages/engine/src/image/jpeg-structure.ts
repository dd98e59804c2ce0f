import type { Size } from '../geometry/box.js';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

interface Segment {
  readonly marker: number;
  /** Where the segment's payload starts and ends; the end may lie beyond the file. */
  readonly start: number;
  readonly end: number;
}

/** The segments before the first scan, that scan's header being the last. */
function* headerSegments(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // Stray bytes and fill bytes before a marker are common and harmless, as decoders agree.
    if (bytes[at] !== 0xff || marker === 0 || marker === 0xff) {
      at += 1;
      continue;
    }
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    const length = standsAlone ? 0 : uint16(bytes, at + 2);
    yield { marker, start: at + 4, end: at + 2 + length };
    if (marker === START_OF_SCAN) return;
    at += 2 + length;
  }
}

/** The size in the frame header, or null where there is none. */
export function jpegSize(bytes: Uint8Array): Size | null {
  for (const { marker, start, end } of headerSegments(bytes)) {
    if (!isFrameHeader(marker)) continue;
    if (end > bytes.length) return null;
    return { width: uint16(bytes, start + 3), height: uint16(bytes, start + 1) };
  }
  return null;
}

/** Whether the file stops before its first scan, or that scan is followed by no end marker. */
export function isJpegCutOff(bytes: Uint8Array): boolean {
  let scan: Segment | undefined;
  for (const segment of headerSegments(bytes)) {
    if (segment.marker === START_OF_SCAN) scan = segment;
  }
  if (scan === undefined) return true;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return view.lastIndexOf(END_OF_IMAGE) < scan.end;
}

/** SOF0 to SOF15, without the three markers in that range that mean something else (DHT, JPG, DAC). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
