import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from './in-order.js';

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

it('yields every result in the order of the items, however long each takes, within its bounds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(4), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 10 }),
      async (delays, atOnce, more) => {
        const ahead = atOnce + more;
        let running = 0;
        let mostRunning = 0;
        let begun = 0;
        let handedOut = 0;
        let mostHeld = 0;
        const work = async (delay: number): Promise<number> => {
          begun++;
          mostRunning = Math.max(mostRunning, ++running);
          mostHeld = Math.max(mostHeld, begun - handedOut);
          await sleep(delay);
          running--;
          return delay;
        };
        const results: number[] = [];
        for await (const result of inOrder(delays, work, { atOnce, ahead })) {
          handedOut++;
          results.push(result);
        }
        expect(results).toEqual(delays);
        expect(mostRunning).toBeLessThanOrEqual(atOnce);
        expect(mostHeld).toBeLessThanOrEqual(ahead + 1);
      },
    ),
    { numRuns: 40 },
  );
});

it('goes on with other items while the first one takes long', async () => {
  const finished: number[] = [];
  const work = async (n: number): Promise<number> => {
    if (n === 0) while (finished.length < 5) await sleep(1);
    finished.push(n);
    return n;
  };
  const items = [0, 1, 2, 3, 4, 5, 6];
  expect(await collect(inOrder(items, work, { atOnce: 2, ahead: 8 }))).toEqual(items);
  expect(finished.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
});

it('holds only some of ten thousand results while they are not taken', async () => {
  let begun = 0;
  const work = (n: number): Promise<number> => {
    begun++;
    return Promise.resolve(n);
  };
  const items = Array.from({ length: 10_000 }, (_, n) => n);
  const results = inOrder(items, work, { atOnce: 4, ahead: 16 });
  await results.next();
  await sleep(20);
  expect(begun).toBeLessThanOrEqual(17);
});

it('throws a failure of the work where the results are taken', async () => {
  const work = (n: number): Promise<number> =>
    n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(n);
  await expect(collect(inOrder([1, 2, 3], work, { atOnce: 3, ahead: 3 }))).rejects.toThrow('two');
});
