import { expect, it } from 'vitest';
import { PictureBudget } from './picture-budget.js';

const MEGABYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
const rejected = expect.objectContaining({ code: 'rate-limit' }) as unknown;

it('limits the bytes of each account', () => {
  let now = 0;
  const budget = new PictureBudget(() => now);
  for (let n = 0; n < 8; n++) budget.begin('a')(32 * MEGABYTE);
  expect(() => budget.begin('a')).toThrow(rejected);
  budget.begin('b')(1);
  now += MINUTE_MS;
  budget.begin('a')(32 * MEGABYTE);
  expect(() => budget.begin('a')).toThrow(rejected);
  now += 10 * MINUTE_MS;
  budget.begin('a');
});

it('limits the number of fetches, also of those that load nothing', () => {
  const budget = new PictureBudget(() => 0);
  for (let n = 0; n < 256; n++) budget.begin('a');
  expect(() => budget.begin('a')).toThrow(rejected);
});

it('counts the bytes of a fetch once they are more than the least', () => {
  const budget = new PictureBudget(() => 0);
  for (let n = 0; n < 128; n++) {
    const count = budget.begin('a');
    for (let part = 0; part < 20; part++) count(MEGABYTE / 10);
  }
  expect(() => budget.begin('a')).toThrow(rejected);
});
