import { chunksOf, pngOf, type PngChunk } from './png-chunks.js';

const numbers = (...values: readonly number[]): Buffer => {
  const data = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) data.writeUInt32BE(value, 4 * n);
  return data;
};

/** PNG files of one size and kind as the frames of an animation; the first is what other readers see. */
export function animatedPng(frames: readonly Buffer[], claimed = frames.length): Buffer {
  const [first = [], ...others] = frames.map(chunksOf);
  const [header] = first;
  if (header === undefined) throw new Error('There is no frame.');
  let sequence = 0;
  const control = (): PngChunk => ({
    type: 'fcTL',
    // Number, size, place; a tenth of a second; nothing is cleared or blended.
    data: Buffer.concat([
      numbers(sequence++),
      header.data.subarray(0, 8),
      numbers(0, 0),
      Buffer.from([0, 1, 0, 10, 0, 0]),
    ]),
  });
  const pixels = (chunks: readonly PngChunk[]): PngChunk[] => chunks.filter(({ type }) => type === 'IDAT');
  return pngOf([
    header,
    { type: 'acTL', data: numbers(claimed, 0) },
    control(),
    ...pixels(first),
    ...others.flatMap((chunks) => [
      control(),
      ...pixels(chunks).map(({ data }) => ({
        type: 'fdAT',
        data: Buffer.concat([numbers(sequence++), data]),
      })),
    ]),
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}
