/** Six digits, as the service states a distance. */
export const statedDistance = (distance: number): number => Number(distance.toFixed(6));

/** Three digits, and never outside of what the specification promises. */
export const statedConfidence = (value: number): number =>
  Math.min(1, Math.max(0.501, Math.round(value * 1000) / 1000));
