import type { Box } from '@facet/client';
import { expect, it } from 'vitest';
import { everyVector } from './every-vector.js';
import { hasVector } from './face-source.js';

const boxOf = (n: number): Box => [n, 0, n + 1, 1];

/** Calls on a photo of this many faces, of which each gives at most `most` vectors. */
function photoOf(count: number, most: number) {
  const calls: (number[] | 'all')[] = [];
  const analyse = (_attributes: unknown, boxes?: readonly Box[]) => {
    calls.push(boxes?.map(([n]) => n) ?? 'all');
    const requested = boxes ?? Array.from({ length: count }, (_, n) => boxOf(n));
    const faces = requested.map((box, n) => ({ box, ...(n < most && { vector: [box[0]] }) }));
    return Promise.resolve({ faces, model: 'a model' });
  };
  return { calls, analyse };
}

it.each([
  [0, 8, ['all']],
  [8, 8, ['all']],
  [9, 8, ['all', [8]]],
  [20, 8, ['all', [8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19]]],
  [5, 2, ['all', [2, 3, 4], [4]]],
])('makes as few calls as possible for %s faces, %s vectors a call', async (count, most, expected) => {
  const { calls, analyse } = photoOf(count, most);
  const results = (await everyVector(false, analyse)).filter(hasVector);
  expect(results.map(({ vector }) => vector[0])).toEqual(Array.from({ length: count }, (_, n) => n));
  expect(calls).toEqual(expected);
});

it('does not repeat calls for ever', async () => {
  const { calls, analyse } = photoOf(3, 0);
  await expect(everyVector(false, analyse)).rejects.toMatchObject({ kind: 'malformed-response' });
  expect(calls).toHaveLength(2);
});
