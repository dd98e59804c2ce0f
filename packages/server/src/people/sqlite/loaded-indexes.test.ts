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

it('rejects what does not fit beside what is in use, instead of loading in turns', async () => {
  for (const number of [1, 2, 3]) await search('a', number);
  for (let round = 0; round < 3; round++) {
    await expect(search('a', 4)).rejects.toMatchObject({ code: 'collection-memory' });
    for (const number of [1, 2, 3]) await search('a', number);
    time += 20_000;
  }
  expect(loads).toEqual([1, 2, 3]);
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
  await expect(search('greedy', 1)).rejects.toMatchObject({ code: 'collection-memory' });
  await search('modest', 10);
  await search('greedy', 2);
  await search('greedy', 3);
  expect(loads).toEqual([1, 2, 3, 10]);
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
  await expect(search('a', 2, FACES + 400)).rejects.toMatchObject({ code: 'collection-memory' });
  expect(indexes.bytes).toBeLessThanOrEqual(MAX_BYTES);
});
