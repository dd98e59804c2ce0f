import { distance } from '@facet/engine';

/** The distances of every face to every other, in ascending order. */
export interface CrossedPairs {
  readonly same: Float64Array;
  readonly different: Float64Array;
}

export function crossPairs(
  faces: readonly { readonly person: string; readonly vector: Float32Array }[],
  apart: (a: Float32Array, b: Float32Array) => number = distance,
): CrossedPairs {
  const same: number[] = [];
  const different: number[] = [];
  for (const [i, a] of faces.entries()) {
    for (let j = i + 1; j < faces.length; j++) {
      const b = faces[j];
      if (b !== undefined) (a.person === b.person ? same : different).push(apart(a.vector, b.vector));
    }
  }
  return { same: Float64Array.from(same).sort(), different: Float64Array.from(different).sort() };
}

/** How many of the sorted values lie below a bound. */
export function countBelow(sorted: Float64Array, bound: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? Infinity) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The share of different people taken for one, with everything nearer than `threshold` a match. */
export const falseMatchRate = ({ different }: CrossedPairs, threshold: number): number =>
  countBelow(different, threshold) / different.length;

/** The share of pairs of one person that are missed. */
export const falseNonMatchRate = ({ same }: CrossedPairs, threshold: number): number =>
  1 - countBelow(same, threshold) / same.length;

/** The threshold that takes this share of different people for one. */
export const thresholdAt = ({ different }: CrossedPairs, share: number): number =>
  different[Math.floor(share * different.length)] ?? NaN;
