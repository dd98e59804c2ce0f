import { AGE_GROUPS, TRAINING_IMAGES } from './age-groups.js';
import { ageRangeAt, clampToRange } from './age-range.js';
import { AGE_RANGES, type Attributes } from './attributes.types.js';
import type { FaceApiPrediction } from './face-api-net.js';
import type { OwnPrediction } from './own-net.js';

const MIN_CONFIDENCE = 0.501;

/** How far the years of face-api's net are off: between its errors on UTKFace and on FairFace (4 and 9.5 years). */
export const FACE_API_DEVIATION = 6;

/** What our net leans to before it sees a face, because it was trained on more men than women. */
const MALE_PRIOR_LOGIT = Math.log(TRAINING_IMAGES.male / TRAINING_IMAGES.female);

/**
 * Alone, our net is too sure of a doubtful gender and not sure enough of a clear one: its confidence is right if its logit
 * grows by the first factor up to the bend and by the second beyond it (bench:calibrate -- attribute-weights).
 */
export const OWN_CONFIDENCE = { bend: 3, before: 0.72, beyond: 2.07 } as const;

/** Age and gender from both nets with equal weights, or from our own alone. */
export function combinePredictions(
  own: OwnPrediction,
  faceApi: FaceApiPrediction | null,
  faceApiDeviation: number = FACE_API_DEVIATION,
): Attributes {
  const ownLogit = withoutGenderPrior(own);
  const maleLogit = faceApi === null ? calibratedAlone(ownLogit) : (ownLogit + faceApi.maleLogit) / 2;
  const groups = groupProbabilities(own, faceApi, faceApiDeviation);
  const range = largest(rangeProbabilities(groups));
  const years = groups.reduce((sum, share, i) => sum + share * (AGE_GROUPS[i]?.years ?? 0), 0);
  return {
    ageYears: clampToRange(years, range),
    ageRange: ageRangeAt(range),
    gender: maleLogit > 0 ? 'male' : 'female',
    genderConfidence: Math.max(MIN_CONFIDENCE, 1 / (1 + Math.exp(-Math.abs(maleLogit)))),
  };
}

/** The logit of "male" if both genders are equally likely before a face is seen. */
export const withoutGenderPrior = (own: OwnPrediction): number => own.maleLogit - MALE_PRIOR_LOGIT;

function calibratedAlone(logit: number): number {
  const { bend, before, beyond } = OWN_CONFIDENCE;
  const upToBend = Math.min(bend, Math.max(-bend, logit));
  return before * upToBend + beyond * (logit - upToBend);
}

/**
 * How likely each age group is: our net's logits, and how far face-api's years lie from the group. FairFace has thirty
 * times more people in their twenties than above seventy, and our net expects the same of every photo; the number of
 * images takes that back, so that before a face is seen all groups are equally likely (training/attributes/README.md).
 */
function groupProbabilities(
  own: OwnPrediction,
  faceApi: FaceApiPrediction | null,
  faceApiDeviation: number,
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
