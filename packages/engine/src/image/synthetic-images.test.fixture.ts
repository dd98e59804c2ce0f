import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '@facet/analysis/image/pixels.js';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A real photograph with faces: 1920 x 1537, baseline JPEG, no profile. */
export const samplePhoto = (): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample6.jpg'));

/** The same photograph, reduced, as pixels. */
export async function samplePixels(width: number, height: number): Promise<Pixels> {
  const data = await sharp(samplePhoto()).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { data, width, height };
}

export const encoder = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bits?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colour?: number;
  readonly interlaced?: boolean;
}

/** A PNG written chunk by chunk, so that it may say anything. */
export const handMadePng = (header: PngHeader, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([PNG_SIGNATURE, headerChunk(header), ...chunks, pngChunk('IEND', Buffer.alloc(0))]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

function headerChunk({ width, height, bits = 8, colour = 2, interlaced = false }: PngHeader): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(bits, 8);
  data.writeUInt8(colour, 9);
  data.writeUInt8(interlaced ? 1 : 0, 12);
  return pngChunk('IHDR', data);
}

/** A zlib stream of that many zeros, however many: one compressed piece, repeated. */
export function zeros(count: number): Buffer {
  const piece = 1 << 20;
  const repeated = deflateRawSync(Buffer.alloc(piece), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array<Buffer>(Math.floor(count / piece)).fill(repeated);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1, 0);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...pieces,
    deflateRawSync(Buffer.alloc(count % piece)),
    checksum,
  ]);
}

/** The JPEG with another size in its frame header. */
export function claimSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(copy.readUInt8(at + 1))) at += 2 + copy.readUInt16BE(at + 2);
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

export function meanDifference(a: Pixels, b: Pixels): number {
  if (a.data.length !== b.data.length) return Infinity;
  return a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] ?? 0)), 0) / a.data.length;
}
