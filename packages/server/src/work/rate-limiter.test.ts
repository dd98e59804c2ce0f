import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

const limited = (maxKeys = 10): { readonly limiter: RateLimiter; readonly pass: (ms: number) => void } => {
  let now = 0;
  return {
    limiter: new RateLimiter({ capacity: 4, emptyAfterMs: 1000, maxKeys, now: () => now }),
    pass: (ms) => {
      now += ms;
    },
  };
};

it('gives back at a constant rate what a key has used, and leaves other keys alone', () => {
  const { limiter, pass } = limited();
  for (let n = 0; n < 4; n++) {
    expect(limiter.msUntilRoomFor('a', 1)).toBe(0);
    limiter.add('a', 1);
  }
  expect(limiter.msUntilRoomFor('a', 1)).toBe(250);
  expect(limiter.msUntilRoomFor('a', 2)).toBe(500);
  expect(limiter.msUntilRoomFor('b', 4)).toBe(0);
  pass(250);
  expect(limiter.msUntilRoomFor('a', 1)).toBe(0);
  expect(limiter.level('a')).toBe(3);
  pass(750);
  expect(limiter.level('a')).toBe(0);
});

it('remembers what was used beyond the limit until it has been given back', () => {
  const { limiter, pass } = limited();
  limiter.add('a', 12);
  pass(2000);
  expect(limiter.level('a')).toBe(4);
  expect(limiter.msUntilRoomFor('a', 0)).toBe(0);
  expect(limiter.msUntilRoomFor('a', 1)).toBe(250);
});

it('remembers a limited number of keys, and none that has only been asked about', () => {
  const { limiter } = limited(3);
  for (const key of ['a', 'b', 'c', 'd']) limiter.add(key, 1);
  expect(limiter.size).toBe(3);
  expect(['a', 'b', 'd'].map((key) => limiter.level(key))).toEqual([0, 1, 1]);
  limiter.msUntilRoomFor('e', 1);
  expect(limiter.size).toBe(3);
});
