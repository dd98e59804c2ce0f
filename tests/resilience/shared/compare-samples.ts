import { randomInt } from 'node:crypto';

/**
 * The probability that a number of the first list is larger than one of the second (Mann-Whitney U statistic):
 * 0.5 if the two are alike, 0 or 1 if they do not overlap. Outliers have no extra weight.
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

/** Measures both alternately, so that other load on the machine affects both alike. */
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
    // In random order: the second one may find warm caches, and periodic load could always hit the same one.
    for (const turn of randomInt(2) === 0 ? turns : turns.toReversed()) await turn();
  }
  return samples;
}
