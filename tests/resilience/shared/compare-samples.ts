import { randomInt } from 'node:crypto';

/**
 * The chance that a number out of the first list is larger than one out of the second (Mann and Whitney's measure):
 * a half where the two are alike, 0 or 1 where they are apart. Outliers count no more than others.
 */
export function chanceOfLarger(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (first.length * second.length);
}

export interface TwoSamples {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** Takes the time of both in turn, so that whatever else the machine does falls on both alike. */
export async function timeInTurn(
  times: number,
  first: (n: number) => Promise<unknown>,
  second: (n: number) => Promise<unknown>,
): Promise<TwoSamples> {
  const samples = { first: [] as number[], second: [] as number[] };
  const measure = async (into: number[], work: (n: number) => Promise<unknown>, n: number): Promise<void> => {
    const began = performance.now();
    await work(n);
    into.push(performance.now() - began);
  };
  for (let n = 0; n < times; n++) {
    const turns = [
      (): Promise<void> => measure(samples.first, first, n),
      (): Promise<void> => measure(samples.second, second, n),
    ];
    // Whoever comes second may find warm caches, and what comes at a steady beat may fall on one of two: chance says who is first.
    for (const turn of randomInt(2) === 0 ? turns : turns.toReversed()) await turn();
  }
  return samples;
}
