import { WITNESS_CERTAIN, WITNESS_SILENT } from '../detection/witness.js';

/**
 * How the nets together decide whether a candidate is a face: a weighted sum of their logits, above 0 for a face.
 * The landmark net alone would throw out profiles and blurred small faces; the detector alone lets too much in.
 */
export interface Weights {
  readonly constant: number;
  readonly detector: number;
  readonly presence: number;
  readonly witness: number;
}

/** Fitted on WIDER FACE for at most 0.4 false faces per crowd image (bench/src/calibrate/evidence-weights.ts). */
export const SMALL: Weights = { constant: 0.15, detector: 0.84, presence: 0.071, witness: 0.72 };

/** A face that fills much of the image is beyond the witness, and the other two are sure of it. */
const LARGE: Weights = { constant: 0.3, detector: 1, presence: 0.12, witness: 0 };

/** From this part of the image's long side on a face is large. */
export const LARGE_SIDE = 0.25;

/** Presence beyond these says nothing more; a profile's is as low as a wall's. */
const MIN_PRESENCE = -6;
export const MAX_PRESENCE = 25;

export const logit = (p: number): number => Math.log(p / (1 - p));
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export interface Testimony {
  /** The detector's probability. */
  readonly score: number;
  /** The candidate's side relative to the image's long side. */
  readonly relativeSide: number;
  /** The landmark net's presence logit, or null before it has looked. */
  readonly presence: number | null;
  /** The witness's logit, or null while it has not been asked. */
  readonly witness: number | null;
}

function sum(testimony: Testimony, presence: number, witness: number): number {
  const weights = testimony.relativeSide >= LARGE_SIDE ? LARGE : SMALL;
  return (
    weights.constant +
    weights.detector * logit(testimony.score) +
    weights.presence * clamp(presence, weights === LARGE ? MIN_PRESENCE : -Infinity, MAX_PRESENCE) +
    weights.witness * witness
  );
}

/** Above 0 it is a face, whatever those who have not spoken would say. */
export const evidence = (t: Testimony): number =>
  sum(t, t.presence ?? MIN_PRESENCE, t.witness ?? WITNESS_SILENT);

/** Not above 0: it can't become a face, whatever those who have not spoken would say. */
export const bestPossible = (t: Testimony): number =>
  sum(t, t.presence ?? MAX_PRESENCE, t.witness ?? WITNESS_CERTAIN);

export const asProbability = (value: number): number => 1 / (1 + Math.exp(-value));
