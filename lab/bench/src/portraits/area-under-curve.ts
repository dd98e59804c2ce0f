/** How well a number tells two groups apart: the chance that it is greater for one of `high` than for one of `low`. */
export function areaUnderCurve(high: readonly number[], low: readonly number[]): number {
  let wins = 0;
  for (const h of high) for (const l of low) wins += h > l ? 1 : h === l ? 0.5 : 0;
  return wins / Math.max(1, high.length * low.length);
}
