import type { Size } from '@facet/analysis/geometry/box.js';
import { KeptBytes } from './kept-bytes.js';
import { exifOrientation } from './orientation.js';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;
const END_MARKER = Buffer.from([0xff, END_OF_IMAGE]);

/** Far above what cameras and editors write; each one costs the decoder an allocation. */
export const MAX_SEGMENTS = 20_000;

export interface JpegFrame {
  /** Which of SOF0 to SOF15: it names the coding. */
  readonly marker: number;
  readonly bitsPerSample: number;
  readonly size: Size;
  readonly components: readonly JpegComponent[];
}

interface JpegComponent {
  readonly id: number;
  /** Sampling factors, 1 to 4 in a valid file. */
  readonly horizontal: number;
  readonly vertical: number;
}

/** What can be read from the markers of a JPEG without decoding anything. */
export interface JpegStructure {
  /** Null where there is no frame header, or more than one. */
  readonly frame: JpegFrame | null;
  /** The component ids that each scan names, scan by scan. */
  readonly scans: readonly (readonly number[])[];
  /** EXIF orientation, where there is one. */
  readonly orientation: number | undefined;
  readonly tooManySegments: boolean;
  /** The same picture without comments, profiles and other metadata, and without anything behind its end. */
  readonly pixelBytes: Uint8Array;
}

interface Segment {
  readonly marker: number;
  /** Where the marker itself, its payload and the next segment start; the end may lie beyond the file. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Every marker of the file up to the end of the image, coded data and restart markers left out. Follows libjpeg:
 * reserved markers have no length, so nothing can be hidden behind one.
 */
function* segments(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  let inScan = false;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // Coded data and stray bytes.
    if (bytes[at] !== 0xff) {
      at = nextMarker(bytes, at);
      continue;
    }
    // Fill bytes, stuffed 0xff bytes and restart markers.
    if (marker === 0 || marker === 0xff || isRestart(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const standsAlone = marker < 0xc0 || marker === START_OF_IMAGE || marker === END_OF_IMAGE;
    const end = at + 2 + (standsAlone ? 0 : uint16(bytes, at + 2));
    yield { marker, at, start: at + 4, end };
    if (marker === END_OF_IMAGE && inScan) return;
    inScan ||= marker === START_OF_SCAN;
    at = Math.max(end, at + 2);
  }
}

/** So many bytes are looked at one by one before the rest is searched: a crafted file may consist of short gaps. */
const SHORT_GAP = 16;

/** The next 0xff, or the end. A search is far faster than a loop: most of a file is coded data without that byte. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at < from + SHORT_GAP; at++) if (bytes[at] === 0xff) return at;
  const found = bytes.indexOf(0xff, from + SHORT_GAP);
  return found < 0 ? bytes.length : found;
}

export function readJpegStructure(bytes: Uint8Array): JpegStructure {
  const frames: Segment[] = [];
  const scans: number[][] = [];
  const kept = new KeptBytes(bytes);
  let orientation: number | undefined;
  let seen = 0;
  const keptApps = new Set<number>();
  let end = bytes.length;
  for (const segment of segments(bytes)) {
    const { marker, at, start } = segment;
    if (++seen > MAX_SEGMENTS) break;
    if (isFrameHeader(marker)) frames.push(segment);
    if (marker === START_OF_SCAN) scans.push(scanComponents(bytes, start));
    if (marker === APP1) orientation ??= exifOrientation(exifBlock(bytes, segment));
    if (marker === END_OF_IMAGE) end = at + 2;
    if (!isMetadata(marker)) continue;
    if (decidesColours(bytes, segment) && !keptApps.has(marker)) keptApps.add(marker);
    else kept.drop(at, segment.end);
  }
  const [frame] = frames;
  return {
    frame: frame !== undefined && frames.length === 1 ? readFrame(bytes, frame) : null,
    scans,
    orientation,
    tooManySegments: seen > MAX_SEGMENTS,
    pixelBytes: kept.upTo(end),
  };
}

/** The frame header and the components of the first scan, without reading the coded data after it. */
export function readJpegOpening(bytes: Uint8Array): {
  readonly frame: JpegFrame | null;
  readonly firstScan: readonly number[];
} {
  let frame: JpegFrame | null = null;
  let seen = 0;
  for (const segment of segments(bytes)) {
    // The decoder rejects such a file.
    if (++seen > MAX_SEGMENTS) break;
    if (isFrameHeader(segment.marker)) frame ??= readFrame(bytes, segment);
    if (segment.marker === START_OF_SCAN) return { frame, firstScan: scanComponents(bytes, segment.start) };
  }
  return { frame, firstScan: [] };
}

function readFrame(bytes: Uint8Array, { marker, start, end }: Segment): JpegFrame | null {
  const count = bytes[start + 5] ?? 0;
  if (end > bytes.length || end < start + 6 + 3 * count) return null;
  const components = Array.from({ length: count }, (_, n) => {
    const at = start + 6 + 3 * n;
    const sampling = bytes[at + 1] ?? 0;
    return { id: bytes[at] ?? 0, horizontal: sampling >> 4, vertical: sampling & 15 };
  });
  const size = { width: uint16(bytes, start + 3), height: uint16(bytes, start + 1) };
  return { marker, bitsPerSample: bytes[start] ?? 0, size, components };
}

const scanComponents = (bytes: Uint8Array, start: number): number[] =>
  Array.from({ length: bytes[start] ?? 0 }, (_, n) => bytes[start + 1 + 2 * n] ?? 0);

/** The payload of an APP1 segment that holds EXIF data; empty for any other. */
function exifBlock(bytes: Uint8Array, { start, end }: Segment): Uint8Array {
  return startsWith(bytes, start, 'Exif\0') ? bytes.subarray(start + 6, end) : new Uint8Array();
}

/** Decoders tell RGB, YCC, CMYK and YCCK apart by these two. */
const decidesColours = (bytes: Uint8Array, { marker, start }: Segment): boolean =>
  (marker === APP0 && startsWith(bytes, start, 'JFIF\0')) ||
  (marker === APP14 && startsWith(bytes, start, 'Adobe'));

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

const isMetadata = (marker: number): boolean => (marker >= APP0 && marker <= APP15) || marker === COMMENT;

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** SOF0 to SOF15, without the three markers in that range that mean something else (DHT, JPG, DAC). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Whether the file stops before its first scan, or that scan is followed by no end marker. */
export function isJpegCutOff(bytes: Uint8Array): boolean {
  for (const { marker, end } of segments(bytes)) {
    if (marker !== START_OF_SCAN) continue;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return view.lastIndexOf(END_MARKER) < end;
  }
  return true;
}

const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
