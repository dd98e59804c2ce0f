import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cachedBriefly } from './readiness.js';

describe('a result that is cached briefly', () => {
  it('is computed once for concurrent requests, and again later', async () => {
    let runs = 0;
    const request = cachedBriefly(async () => {
      await sleep(20);
      return ++runs;
    });
    expect(await Promise.all(Array.from({ length: 100 }, request))).toEqual(
      Array.from({ length: 100 }, () => 1),
    );
    // It took 20 ms at least, so that its result is good for 200 more.
    expect(await request()).toBe(1);
    await sleep(300);
    expect(await request()).toBe(2);
  });

  it('is tried again after a failure', async () => {
    let runs = 0;
    const request = cachedBriefly(() =>
      ++runs === 1 ? Promise.reject(new Error('away')) : Promise.resolve(runs),
    );
    await expect(request()).rejects.toThrow('away');
    await sleep(300);
    expect(await request()).toBe(2);
  });
});
