/** Images of men and of women in FairFace's training split. */
export const TRAINING_IMAGES = { male: 45_986, female: 40_758 } as const;

/** The age groups of FairFace, which our net tells apart. */
export interface AgeGroup {
  /** Years that stand for the group in an estimate: its middle; the last one is open. */
  readonly years: number;
  /** Index in `AGE_RANGES`; no group crosses a range's bound. */
  readonly range: number;
  /** Images in FairFace's training split, which says what the net expects before it sees a face. */
  readonly trainingImages: number;
}

export const AGE_GROUPS: readonly AgeGroup[] = [
  { years: 1, range: 0, trainingImages: 1_792 },
  { years: 6, range: 0, trainingImages: 10_408 },
  { years: 14.5, range: 1, trainingImages: 9_103 },
  { years: 24.5, range: 2, trainingImages: 25_598 },
  { years: 34.5, range: 2, trainingImages: 19_250 },
  { years: 44.5, range: 3, trainingImages: 10_744 },
  { years: 54.5, range: 3, trainingImages: 6_228 },
  { years: 64.5, range: 4, trainingImages: 2_779 },
  { years: 75, range: 4, trainingImages: 842 },
];
