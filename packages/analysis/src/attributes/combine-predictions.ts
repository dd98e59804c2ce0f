export const AGE_RANGES = ['0-10', '10-20', '20-40', '40-60', '60-100'] as const;
export type AgeRange = (typeof AGE_RANGES)[number];
export type Gender = 'male' | 'female';

export interface Attributes {
  /** An estimate in years; it lies in `ageRange`. */
  readonly ageYears: number;
  readonly ageRange: AgeRange;
  /** How likely the range is, by the models; 0.2 to 1. */
  readonly ageProbability: number;
  readonly gender: Gender;
  /** 0.501 to 1. */
  readonly genderConfidence: number;
}

/** The outputs of our model for a face. */
export interface OwnPrediction {
  readonly maleLogit: number;
  /** One logit for each group of `AGE_GROUPS`. */
  readonly ageLogits: readonly number[];
}

/** The outputs of face-api's model for a face. */
export interface FaceApiPrediction {
  readonly maleLogit: number;
  readonly years: number;
}

/** Images of men and of women in FairFace's training split. */
export const TRAINING_IMAGES = { male: 45_986, female: 40_758 } as const;

/** The age groups of FairFace, which our model tells apart. */
interface AgeGroup {
  /** Years that stand for the group in an estimate: its middle; the last one is open. */
  readonly years: number;
  /** Index in `AGE_RANGES`; no group crosses a range's bound. */
  readonly range: number;
  /** Images in FairFace's training split, which says what the model expects before it sees a face. */
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

const MIN_CONFIDENCE = 0.501;

/** How far the years of face-api's model are off: between its errors on UTKFace and on FairFace (4 and 9.5 years). */
export const FACE_API_DEVIATION = 7;

/** What our model leans to before it sees a face, because it was trained on more men than women. */
const MALE_PRIOR_LOGIT = Math.log(TRAINING_IMAGES.male / TRAINING_IMAGES.female);

/**
 * Alone, our model is too sure of a doubtful gender and not sure enough of a clear one: its confidence is right if its logit
 * grows by the first factor up to the bend and by the second beyond it (bench:calibrate -- attribute-weights).
 */
export const OWN_CONFIDENCE = { bend: 3, before: 0.72, beyond: 2.07 } as const;

/** The weight of our model where both judge the gender: ours is better on FairFace, face-api's on UTKFace. */
export const OWN_GENDER_WEIGHT = 0.6;

/** Our model is in doubt if no age range reaches this probability, or if the logit of the gender is smaller than this. */
const CLEAR_RANGE = 0.8;
const CLEAR_GENDER_LOGIT = 1.5;

/** Whether face-api's model is worth running: on other faces it hardly changes the result (bench:calibrate -- attribute-weights). */
export const isInDoubt = (own: OwnPrediction): boolean =>
  Math.abs(withoutGenderPrior(own)) < CLEAR_GENDER_LOGIT ||
  Math.max(...rangeProbabilities(groupProbabilities(own, null))) < CLEAR_RANGE;

/** Age and gender from both models, or from our own alone. */
export function combinePredictions(
  own: OwnPrediction,
  faceApi: FaceApiPrediction | null,
  faceApiDeviation: number = FACE_API_DEVIATION,
): Attributes {
  const ownLogit = withoutGenderPrior(own);
  const maleLogit = faceApi === null ? calibratedAlone(ownLogit) : weighted(ownLogit, faceApi.maleLogit);
  const groups = groupProbabilities(own, faceApi, faceApiDeviation);
  const ranges = rangeProbabilities(groups);
  const range = largest(ranges);
  const years = groups.reduce((sum, share, i) => sum + share * (AGE_GROUPS[i]?.years ?? 0), 0);
  return {
    ageYears: clampToRange(years, range),
    ageRange: ageRangeAt(range),
    ageProbability: ranges[range] ?? 0,
    gender: maleLogit > 0 ? 'male' : 'female',
    genderConfidence: Math.max(MIN_CONFIDENCE, 1 / (1 + Math.exp(-Math.abs(maleLogit)))),
  };
}

/** The logit of "male" if both genders are equally likely before a face is seen. */
export const withoutGenderPrior = (own: OwnPrediction): number => own.maleLogit - MALE_PRIOR_LOGIT;

const weighted = (own: number, faceApi: number): number =>
  OWN_GENDER_WEIGHT * own + (1 - OWN_GENDER_WEIGHT) * faceApi;

function calibratedAlone(logit: number): number {
  const { bend, before, beyond } = OWN_CONFIDENCE;
  const upToBend = Math.min(bend, Math.max(-bend, logit));
  return before * upToBend + beyond * (logit - upToBend);
}

/**
 * How likely each age group is: our model's logits, and how far face-api's years lie from the group. FairFace has thirty
 * times more people in their twenties than above seventy, and our model expects the same of every photo; the number of
 * images takes that back, so that before a face is seen all groups are equally likely (lab/training/attributes/README.md).
 */
function groupProbabilities(
  own: OwnPrediction,
  faceApi: FaceApiPrediction | null,
  faceApiDeviation: number = FACE_API_DEVIATION,
): readonly number[] {
  const logits = AGE_GROUPS.map(({ years, trainingImages }, i) => {
    const deviation = faceApi === null ? 0 : (faceApi.years - years) / faceApiDeviation;
    return (own.ageLogits[i] ?? 0) - Math.log(trainingImages) - deviation ** 2 / 2;
  });
  const highest = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function rangeProbabilities(groups: readonly number[]): readonly number[] {
  return AGE_RANGES.map((_, range) =>
    groups.reduce((sum, share, i) => sum + (AGE_GROUPS[i]?.range === range ? share : 0), 0),
  );
}

const largest = (values: readonly number[]): number => values.indexOf(Math.max(...values));

/** The youngest age of each range; a lower bound belongs to its range. */
const LOWER_BOUNDS = [0, 10, 20, 40, 60] as const;
const OLDEST = 100;
/** Just below the next range. */
const MARGIN = 0.1;

export const ageRangeAt = (index: number): AgeRange => AGE_RANGES[index] ?? '0-10';

/** The age nearest to an estimate that lies in a range. */
export function clampToRange(years: number, index: number): number {
  const low = LOWER_BOUNDS[index] ?? 0;
  const next = LOWER_BOUNDS[index + 1];
  const high = next === undefined ? OLDEST : next - MARGIN;
  return Math.min(high, Math.max(low, years));
}
