import type { Blendshape, Expression } from '../landmarks/expression.js';
import type { HeadPose } from '../landmarks/face-geometry.js';
import type { Quality } from '../quality/quality.js';

/** Rounds to a number of decimals; minus zero becomes zero. */
export const rounded = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits + 0;

/** Measures rounded as every output shows them: no more digits than are meaningful. */
export const roundedPose = ({ yaw, pitch, roll }: HeadPose): HeadPose => ({
  yaw: rounded(yaw, 2),
  pitch: rounded(pitch, 2),
  roll: rounded(roll, 2),
});

export const roundedQuality = (quality: Quality): Omit<Quality, 'size' | 'yaw'> => ({
  score: rounded(quality.score, 3),
  sharpness: rounded(quality.sharpness, 3),
  illumination: rounded(quality.illumination, 2),
  evenness: rounded(quality.evenness, 3),
});

export const roundedExpression = (expression: Expression): Expression => ({
  smile: rounded(expression.smile, 3),
  mouthOpening: rounded(expression.mouthOpening, 3),
  leftEyeOpening: rounded(expression.leftEyeOpening, 3),
  rightEyeOpening: rounded(expression.rightEyeOpening, 3),
  blendshapes: Object.fromEntries(
    Object.entries(expression.blendshapes).map(([name, score]) => [name, rounded(score, 3)]),
  ) as Record<Blendshape, number>,
});

/**
 * Returns the result of an analysis if all its numbers are finite, and throws otherwise: JSON has no such numbers, so that
 * they would leave the service as nulls.
 */
export function requireFinite<Result>(result: Result): Result {
  const path = pathOfNonFinite(result);
  if (path !== null) throw new Error(`A result of the analysis is not a finite number: ${path.join('.')}.`);
  return result;
}

/** The keys that lead to the first number that is not finite; null if there is none. */
function pathOfNonFinite(value: unknown): string[] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : [];
  // Bytes of a file are many, and always finite.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  if (value instanceof Float32Array) {
    const place = value.findIndex((number) => !Number.isFinite(number));
    return place < 0 ? null : [String(place)];
  }
  for (const [key, each] of Object.entries(value)) {
    const path = pathOfNonFinite(each);
    if (path !== null) return [key, ...path];
  }
  return null;
}
