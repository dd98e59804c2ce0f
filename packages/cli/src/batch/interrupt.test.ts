import { expect, it } from 'vitest';
import { unlessInterrupted } from './interrupt.js';

const never = new Promise<number>(() => undefined);

it('gives what the work gives, also its failure', async () => {
  const { signal } = new AbortController();
  expect(await unlessInterrupted(Promise.resolve(7), signal)).toBe(7);
  await expect(unlessInterrupted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('waits no longer when it is interrupted, before or meanwhile', async () => {
  expect(await unlessInterrupted(never, AbortSignal.abort())).toBeNull();
  const stop = new AbortController();
  const waiting = unlessInterrupted(never, stop.signal);
  stop.abort();
  expect(await waiting).toBeNull();
});
