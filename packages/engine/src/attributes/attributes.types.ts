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
