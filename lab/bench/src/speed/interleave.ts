/** The times of several pieces of work that took turns, so that a busy machine slows all of them alike. */
interface Timings<Name extends string> {
  readonly rounds: number;
  /** Median milliseconds. */
  median(name: Name): number;
  /** How many times as long `slow` took as `fast`: the median over the rounds, each compared with itself. */
  ratio(slow: Name, fast: Name): number;
}

const WARM_UP_ROUNDS = 2;

export async function interleave<Name extends string>(
  rounds: number,
  works: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Timings<Name>> {
  const names = Object.keys(works) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    // Every other round runs backwards, so that none always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      // The work before has filled the caches with its own data; calls in a row are what a server sees.
      await works[name]();
      const start = performance.now();
      await works[name]();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
  const of = (name: Name): readonly number[] => times.get(name) ?? [];
  return {
    rounds,
    median: (name) => median(of(name)),
    ratio: (slow, fast) => median(of(slow).map((ms, i) => ms / (of(fast)[i] ?? NaN))),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
}
