import { crc32Of } from './crc32.js';

export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a whole PNG file. */
export function chunksOf(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** A chunk with a right checksum, whatever it holds. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32Of(named));
  return Buffer.concat([frame, named, checksum]);
}

export const pngOf = (chunks: readonly PngChunk[]): Buffer =>
  Buffer.concat([PNG_SIGNATURE, ...chunks.map(({ type, data }) => chunk(type, data))]);

/** A header that claims this size. */
export function pngHeader(width: number, height: number, depth = 8, colours = 2, interlaced = 0): PngChunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colours, 0, 0, interlaced], 8);
  return { type: 'IHDR', data };
}
