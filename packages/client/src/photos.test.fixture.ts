import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

/** Real photographs that come with a package which the tests use anyway. */
export const photoUrl = (number: 1 | 2 | 3 | 4 | 5 | 6): URL =>
  new URL(`../../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, import.meta.url);

export const photoPath = (number: 1 | 2 | 3 | 4 | 5 | 6): string => fileURLToPath(photoUrl(number));

export const photo = (number: 1 | 2 | 3 | 4 | 5 | 6): Promise<Buffer> => readFile(photoUrl(number));

/** A PNG of one grey: a real image without a face. */
export function greyPng(side = 64): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const rows = Buffer.alloc(side * (side + 1), 128);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
