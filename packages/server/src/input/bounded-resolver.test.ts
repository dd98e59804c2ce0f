import { expect, it } from 'vitest';
import { boundedResolver } from './bounded-resolver.js';
import { failure, fetchImage } from './fetching.test.fixture.js';

it('refuses one look-up more than it may have under way, and goes on when one has ended', async () => {
  const endings: (() => void)[] = [];
  const resolve = boundedResolver(
    () =>
      new Promise((done) => {
        endings.push(() => {
          done(['10.0.0.1']);
        });
      }),
    2,
  );
  const first = resolve('a.test');
  const second = resolve('b.test');
  expect((await failure(resolve('c.test'))).code).toBe('overloaded');
  endings[0]?.();
  expect(await first).toEqual(['10.0.0.1']);
  const third = resolve('c.test');
  for (const end of endings) end();
  expect(await Promise.all([second, third])).toHaveLength(2);
});

it('counts a look-up that failed as ended', async () => {
  const resolve = boundedResolver(() => Promise.reject(new Error('unknown')), 1);
  await expect(resolve('a.test')).rejects.toThrow('unknown');
  await expect(resolve('a.test')).rejects.toThrow('unknown');
});

it('keeps counting a look-up whose fetch has been given up', async () => {
  const resolver = boundedResolver(() => new Promise(() => undefined), 1);
  expect(await failure(fetchImage({ resolver, deadlineMs: 20 }, 'http://a.test/'))).toMatchObject({
    details: { reason: 'timeout' },
  });
  expect((await failure(fetchImage({ resolver }, 'http://a.test/'))).code).toBe('overloaded');
});
