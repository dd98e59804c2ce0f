import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { GatheredBytes } from './request-field.js';

it.each([
  ['nothing', []],
  ['empty chunks', [0, 0]],
  ['single bytes', Array.from({ length: 10_000 }, () => 1)],
  ['exactly one page', [4096]],
  ['a byte more than a page', [4096, 1]],
  ['chunks of all sizes', [1, 65_536, 3, 4093, 0, 3_000_000, 7]],
])('gives back %s as it came', (_, sizes) => {
  const chunks = sizes.map((size) => randomBytes(size));
  const gathered = new GatheredBytes();
  for (const chunk of chunks) gathered.add(chunk);
  const all = Buffer.concat(chunks);
  expect(gathered.length).toBe(all.length);
  expect(gathered.whole().equals(all)).toBe(true);
});

it('keeps no chunk that it was given', () => {
  const gathered = new GatheredBytes();
  const chunk = Buffer.from('abc');
  gathered.add(chunk);
  chunk.fill('x');
  expect(gathered.whole().toString()).toBe('abc');
});
