/** What the models report about a candidate. */
export interface FaceEvidence {
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
  /** How many pixels of the photo the detector saw along the longer side of the candidate's box. */
  readonly sideInPixels: number;
  /** That side relative to the image's longer one. */
  readonly relativeSide: number;
  /** The landmark model's presence logit. */
  readonly presence: number;
}

/** The weights of a sum that is above 0 for a face. */
export interface Weights {
  readonly constant: number;
  readonly detector: number;
  readonly presence: number;
  /** Of the logarithm of the side, relative to `REFERENCE_SIDE`. */
  readonly side: number;
  /** A lower presence adds no information; that of a profile is as low as that of a wall. */
  readonly minPresence: number;
}

/** Fitted on the crowds of WIDER FACE for few false faces (`npm run bench:calibrate -- face-score`). */
export const SMALL: Weights = { constant: -0.12, detector: 1, presence: 0.03, side: 0.7, minPresence: -6 };

/**
 * The landmark model is reliable on large faces, so its score weighs more; not so much that a profile, which it does not
 * recognise as a face, is lost.
 */
const LARGE: Weights = { constant: 0.15, detector: 1, presence: 0.1, side: 0, minPresence: -7 };

/**
 * Faces usually fill such images; both models score profiles low. With these weights 711 of 720 close
 * crops of FairFace have a face (688 without), and 11 of 330 pictures of animals and textures, as before.
 */
const FILLING: Weights = { constant: 1.2, detector: 1, presence: 0.08, side: 0, minPresence: -6 };

/** A face is large from the first fraction of the image's longer side on; from the second on it fills the image. */
export const LARGE_SIDE = 0.25;
const FILLING_SIDE = 0.75;

/** Detections of few pixels are false more often than their scores suggest. Above the larger side, size adds nothing. */
const REFERENCE_SIDE = 32;
const SATURATION_SIDE = 96;

/** A higher presence adds no information. */
const MAX_PRESENCE = 25;

/**
 * The presence to expect of a small face at best; the landmark model is rarely confident about one. Fitting only candidates
 * that this would lift above 0 loses 3 faces of 620 in the crowds of WIDER FACE and saves a third of all fits.
 */
const EXPECTED_PRESENCE = 6;

export const logit = (p: number): number => Math.log(p / (1 - p));

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const isLarge = ({ relativeSide }: Pick<FaceEvidence, 'relativeSide'>): boolean => relativeSide >= LARGE_SIDE;

/** The terms of the sum, in the order of the weights after the constant. */
export const termsOf = (
  { score, sideInPixels, presence }: FaceEvidence,
  { minPresence }: Weights,
): [number, number, number] => [
  logit(score),
  clamp(presence, minPresence, MAX_PRESENCE),
  Math.log(Math.min(sideInPixels, SATURATION_SIDE) / REFERENCE_SIDE),
];

/**
 * Whether a candidate is a face: above 0 for a face. The landmark model alone would reject profiles and small blurred
 * faces; the detector alone lets too much in.
 */
export function faceScore(evidence: FaceEvidence, small = SMALL): number {
  const weights = evidence.relativeSide >= FILLING_SIDE ? FILLING : isLarge(evidence) ? LARGE : small;
  const [detector, presence, side] = termsOf(evidence, weights);
  return weights.constant + weights.detector * detector + weights.presence * presence + weights.side * side;
}

/** Whether a candidate is worth a landmark fit; before the fit its score can only be bounded. */
export const mayBeFace = (candidate: Omit<FaceEvidence, 'presence'>): boolean =>
  faceScore({ ...candidate, presence: isLarge(candidate) ? MAX_PRESENCE : EXPECTED_PRESENCE }) > 0;

export const asProbability = (value: number): number => 1 / (1 + Math.exp(-value));
