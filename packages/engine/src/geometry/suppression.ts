import { nesting, overlap, type Box } from './box.js';

export interface Scored {
  readonly box: Box;
  readonly score: number;
}

/** Two boxes are one face when they overlap this much, or when one lies inside the other this much. */
export interface SuppressionLimits {
  readonly overlap: number;
  readonly nesting: number;
}

/** Non-maximum suppression: of boxes that show the same face, the best-scored stays. Best first. */
export function suppress<T extends Scored>(candidates: readonly T[], limits: SuppressionLimits): T[] {
  const kept: T[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score)) {
    const repeats = kept.some(
      (k) => overlap(k.box, candidate.box) > limits.overlap || nesting(k.box, candidate.box) > limits.nesting,
    );
    if (!repeats) kept.push(candidate);
  }
  return kept;
}
