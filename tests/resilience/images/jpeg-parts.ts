const SOI = Buffer.from([0xff, 0xd8]);

/** A segment with the length that it has. */
export function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The image with more segments right after its start. */
export const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([SOI, ...segments, jpeg.subarray(2)]);

/** Where the first segment of this kind stands. */
function find(jpeg: Buffer, wanted: readonly number[], from = 2): number {
  for (let at = from; at + 4 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2))
    if (wanted.includes(jpeg[at + 1] ?? 0)) return at;
  throw new Error('The JPEG has no such segment.');
}

/** The image with a frame header that claims another size. */
export function claimingSize(jpeg: Buffer, width: number, height: number): Buffer {
  const out = Buffer.from(jpeg);
  const at = find(out, [0xc0, 0xc1, 0xc2]);
  out.writeUInt16BE(height, at + 5);
  out.writeUInt16BE(width, at + 7);
  return out;
}

/** A progressive image whose last scan comes again and again: each time the decoder goes over all of it. */
export function withScans(progressive: Buffer, times: number): Buffer {
  const end = progressive.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([
    progressive.subarray(0, end),
    ...Array.from({ length: times }, () => scan),
    progressive.subarray(end),
  ]);
}
