import { beforeEach, expect, it } from 'vitest';
import { FaceIndex } from './face-index.js';
import { LoadedIndexes } from './loaded-indexes.js';

/** Each collection of the test takes as much, and three fit. */
const FACES = 1000;
const MAX_BYTES = 3 * FaceIndex.bytesFor(FACES);

let time: number;
let loads: number[];
let indexes: LoadedIndexes;
beforeEach(() => {
  time = 0;
  loads = [];
  indexes = new LoadedIndexes({
    maxBytes: MAX_BYTES,
    now: () => time,
    loadSome: (index, _account, onEnd) => {
      loads.push(index.collection);
      onEnd();
      return Promise.resolve(false);
    },
  });
});

const search = (account_id: string, number: number, faces = FACES): Promise<unknown> =>
  indexes.load({ account_id, number, faces });

it('loads a collection once for all who wait for it', async () => {
  await Promise.all([search('a', 1), search('a', 1), search('a', 1)]);
  await search('a', 1);
  expect(loads).toEqual([1]);
});

it('rejects, after a few replacements, what does not fit beside what is in use', async () => {
  const outcomes: unknown[] = [];
  for (let n = 0; n < 100; n++) outcomes.push(await search('a', n % 4).catch((error: unknown) => error));
  // The first ones, and those that replace another.
  expect(loads).toHaveLength(3 + 8);
  // From then on, three of four are served, and one is not.
  const rejected = outcomes.slice(-4).filter((outcome) => outcome instanceof Error);
  expect(rejected).toMatchObject([{ code: 'collection-memory' }]);
  time += 60_001;
  for (const number of [0, 1, 2, 3]) await search('a', number);
});

it('drops first what was not used for a minute', async () => {
  for (const number of [1, 2, 3]) await search('a', number);
  time += 60_000;
  await search('a', 1);
  await search('b', 4);
  await search('a', 1);
  await search('a', 3);
  expect(loads).toEqual([1, 2, 3, 4]);
});

it('takes from accounts with more than an equal share for those with less, who then keep theirs', async () => {
  for (const number of [1, 2, 3]) await search('greedy', number);
  await search('modest', 10);
  for (let n = 0; n < 50; n++) await search('greedy', 1 + (n % 3)).catch(() => undefined);
  await search('modest', 10);
  expect(loads.filter((number) => number === 10)).toHaveLength(1);
  expect(loads.length).toBeLessThanOrEqual(4 + 8);
});

it('holds no more than the bound when collections grow', async () => {
  for (const number of [1, 2, 3]) await search('a', number);
  const vector = new Float32Array(128).fill(0.1);
  indexes.change(
    2,
    (index) => {
      for (let n = 0; n < FACES + 400; n++) index.push(n + 1, 1, vector);
    },
    true,
  );
  await search('a', 2, FACES + 400);
  expect(indexes.bytes).toBeLessThanOrEqual(MAX_BYTES);
});
