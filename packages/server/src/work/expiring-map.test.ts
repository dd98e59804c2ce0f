import { describe, expect, it } from 'vitest';
import { ExpiringMap } from './expiring-map.js';

describe('a map whose entries expire', () => {
  it('keeps no more than its limit, forgetting the oldest', () => {
    const memory = new ExpiringMap<number>(3, () => 0);
    for (let n = 0; n < 1000; n += 1) memory.set(`key ${n}`, n, 10);
    expect(memory.size).toBe(3);
    expect([996, 997, 999].map((n) => memory.get(`key ${n}`))).toEqual([undefined, 997, 999]);
  });

  it('keeps nothing longer than its lifetime', () => {
    let now = 0;
    const memory = new ExpiringMap<number>(3, () => now);
    memory.set('key', 1, 10);
    now = 9;
    expect(memory.get('key')).toBe(1);
    now = 10;
    expect(memory.get('key')).toBeUndefined();
    expect(memory.size).toBe(0);
  });
});
