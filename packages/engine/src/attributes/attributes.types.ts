import type { Point } from '../geometry/box.js';
import type { SquareRegion } from '../geometry/similarity.js';

export const AGE_RANGES = ['0-10', '10-20', '20-40', '40-60', '60-100'] as const;
export type AgeRange = (typeof AGE_RANGES)[number];
export type Gender = 'male' | 'female';

export interface Attributes {
  /** An estimate in years; it lies in `ageRange`. */
  readonly ageYears: number;
  readonly ageRange: AgeRange;
  readonly gender: Gender;
  /** 0.501 to 1. */
  readonly genderConfidence: number;
}

/** Where a face lies in the image, as the nets for age and gender need to know it. */
export interface FacePlace {
  /** Around the mesh, turned with the head. */
  readonly square: SquareRegion;
  /** The side of that square if the head did not lean. */
  readonly uprightSide: number;
  /** Corners of the eyes, from the left of the image to its right, and the foot of the nose. */
  readonly points: readonly Point[];
}
