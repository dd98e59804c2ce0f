import { solveRidge } from './ridge.js';

export interface LabelledSample {
  readonly features: readonly number[];
  readonly isTrue: boolean;
}

const MAX_ROUNDS = 50;
const STILL = 1e-9;
/** A sample that is all but certain keeps a trace of weight, or its working value would be endless. */
const MIN_WEIGHT = 1e-6;

/** Logistic regression by repeated weighted least squares, with a penalty on every weight but the first (the constant). */
export function fitLogistic(samples: readonly LabelledSample[], penalty: number): number[] {
  let weights = samples[0]?.features.map(() => 0) ?? [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = solveRidge(
      samples.map((sample) => linearised(sample, weights)),
      penalty,
    );
    const change = Math.max(...next.map((value, i) => Math.abs(value - (weights[i] ?? 0))));
    weights = next;
    if (change < STILL) break;
  }
  return weights;
}

/** The sample as least squares sees it around the present weights. */
function linearised({ features, isTrue }: LabelledSample, weights: readonly number[]) {
  const sum = features.reduce((total, feature, i) => total + feature * (weights[i] ?? 0), 0);
  const p = 1 / (1 + Math.exp(-sum));
  const weight = Math.max(MIN_WEIGHT, p * (1 - p));
  const root = Math.sqrt(weight);
  return {
    features: features.map((feature) => feature * root),
    value: root * (sum + (Number(isTrue) - p) / weight),
  };
}
