import type { Size } from '../geometry/box.js';

const BASELINE = 0xc0;
const EXTENDED_SEQUENTIAL = 0xc1;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
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
    return frameSize(bytes, { start });
  }
  return null;
}

/**
 * The size of a JPEG of the plainest kind: one scan of 8-bit grey or colour, and no EXIF data, which would stand in APP1.
 * Of such a file nothing else need be known before its pixels; null for any other.
 */
export function plainJpegSize(bytes: Uint8Array): Size | null {
  let frame: Segment | null = null;
  for (const segment of headerSegments(bytes)) {
    const { marker, start, end } = segment;
    if (marker === APP1 || end > bytes.length) return null;
    if (marker === START_OF_SCAN) {
      return frame !== null && isPlainFrame(bytes, frame, bytes[start] ?? 0) ? frameSize(bytes, frame) : null;
    }
    if (!isFrameHeader(marker)) continue;
    if (frame !== null) return null;
    frame = segment;
  }
  return null;
}

/** Sequential, 8 bits, one or three components and all of them in the first scan; neither side is 0. */
function isPlainFrame(bytes: Uint8Array, { marker, start }: Segment, scanned: number): boolean {
  const components = bytes[start + 5] ?? 0;
  const { width, height } = frameSize(bytes, { start });
  return (
    (marker === BASELINE || marker === EXTENDED_SEQUENTIAL) &&
    bytes[start] === 8 &&
    (components === 1 || components === 3) &&
    scanned === components &&
    width > 0 &&
    height > 0
  );
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

const frameSize = (bytes: Uint8Array, { start }: Pick<Segment, 'start'>): Size => ({
  width: uint16(bytes, start + 3),
  height: uint16(bytes, start + 1),
});

/** SOF0 to SOF15, without the three markers in that range that mean something else (DHT, JPG, DAC). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
