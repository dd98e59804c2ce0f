import { crc32, deflateSync } from 'node:zlib';

/** What a made PNG is like; every value that a stranger can choose. */
export interface PngShape {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
  /** 0 none, 1 left, 2 up, 3 average, 4 Paeth. */
  readonly filter: 0 | 1 | 2 | 3 | 4;
  readonly transparency: boolean;
  /** EXIF orientation; 1 for none. */
  readonly orientation: number;
  /** Empty pieces of pixel data. */
  readonly emptyChunks: number;
  /** The unpacked size of a text chunk. */
  readonly packedTextBytes: number;
}

const CHANNELS: Readonly<Record<PngShape['colourType'], number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function makePng(shape: PngShape): Buffer {
  const { width, height, bitDepth, colourType } = shape;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, shape.interlaced ? 1 : 0], 8);
  const chunks = [chunk('IHDR', header)];
  if (shape.packedTextBytes > 0)
    chunks.push(
      chunk('zTXt', Buffer.concat([Buffer.from('t\0\0'), deflateSync(Buffer.alloc(shape.packedTextBytes))])),
    );
  if (shape.orientation !== 1)
    chunks.push(
      chunk(
        'eXIf',
        Buffer.from(`4d4d002a0000000800010112000300000001000${shape.orientation}000000000000`, 'hex'),
      ),
    );
  if (colourType === 3) chunks.push(chunk('PLTE', Buffer.alloc(3 * 2 ** Math.min(8, bitDepth), 0x55)));
  if (shape.transparency && colourType < 4)
    chunks.push(chunk('tRNS', Buffer.alloc(colourType === 2 ? 6 : 2)));
  const empty = chunk('IDAT', Buffer.alloc(0));
  for (let n = 0; n < shape.emptyChunks; n++) chunks.push(empty);
  chunks.push(chunk('IDAT', deflateSync(rows(shape), { level: 1 })), chunk('IEND', Buffer.alloc(0)));
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** For each pass of Adam7: the first column and row, and the steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function rows(shape: PngShape): Buffer {
  const { width, height, interlaced } = shape;
  if (!interlaced) return pass(shape, width, height);
  return Buffer.concat(
    PASSES.map(([x, y, stepX, stepY]) =>
      pass(shape, Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
    ),
  );
}

function pass({ bitDepth, colourType, filter }: PngShape, width: number, height: number): Buffer {
  if (width <= 0 || height <= 0) return Buffer.alloc(0);
  const rowBytes = 1 + Math.ceil((width * bitDepth * CHANNELS[colourType]) / 8);
  const all = Buffer.alloc(rowBytes * height, colourType === 3 ? 0 : filter);
  for (let row = 0; row < height; row++) all[row * rowBytes] = filter;
  return all;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}
