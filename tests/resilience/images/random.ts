/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, not including, this. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

/** A 32-bit generator of the "mulberry" kind: a counter, stirred. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let stirred = Math.imul(state ^ (state >>> 15), state | 1);
    stirred ^= stirred + Math.imul(stirred ^ (stirred >>> 7), stirred | 61);
    return (stirred ^ (stirred >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % Math.max(1, limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
  };
}
