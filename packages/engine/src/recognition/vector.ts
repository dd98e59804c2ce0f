/** SFace separates people at a distance of 1.128 between unit vectors (OpenCV Zoo); the specification says 0.5. */
const PUBLISHED_THRESHOLD = 1.128;
export const MATCH_THRESHOLD = 0.5;
const SCALE = MATCH_THRESHOLD / PUBLISHED_THRESHOLD;
/** The specification's upper end of a score. */
export const MAX_DISTANCE = 0.9;

/** Scales the net's raw output so that a distance of 0.5 separates same from different. */
export function toVector(raw: Float32Array): Float32Array {
  let squares = 0;
  for (const value of raw) squares += value * value;
  const factor = squares > 0 ? SCALE / Math.sqrt(squares) : 0;
  return raw.map((value) => value * factor);
}

export function distance(a: Float32Array, b: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) {
    const d = (a[i] ?? 0) - (b[i] ?? 0);
    squares += d * d;
  }
  return Math.min(MAX_DISTANCE, Math.sqrt(squares));
}
