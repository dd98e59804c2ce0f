import { expect, it } from 'vitest';
import { JsonSigns } from './json-signs.js';

const count = (...chunks: readonly string[]): void => {
  const signs = new JsonSigns();
  for (const chunk of chunks) signs.count(Buffer.from(chunk));
};

it.each(['{},', '[', '1,', '"a":1,', '{"a":', '[[],{}],'])('refuses endless %s', (piece) => {
  expect(() => {
    count(piece.repeat(10_001));
  }).toThrow(expect.objectContaining({ code: 'malformed-body' }));
});

it('counts over all chunks together', () => {
  const half = '{},'.repeat(2500);
  count(half, half);
  expect(() => {
    count(half, half, ',');
  }).toThrow(expect.objectContaining({ code: 'malformed-body' }));
});

it('lets real bodies pass, however large', () => {
  const image = 'data:image/jpeg;name=a,b;base64,' + '/9j+A='.repeat(1_000_000);
  count(JSON.stringify({ img1: image, img2: image, note: ['x', { y: 'z' }] }));
  count(JSON.stringify({ img: 'https://a.example/'.padEnd(8000, ',:') }));
});
