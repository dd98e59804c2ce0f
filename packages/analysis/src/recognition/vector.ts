import { IMPOSTOR_DISTANCES } from './impostor-distances.js';
import {
  CHILD_DIRECTIONS,
  MEAN_EMBEDDING,
  UNIT_DISTANCE_AT_MATCH,
  VECTOR_MODEL,
} from './vector-calibration.js';

/**
 * Names the way in which vectors are made: the model, and the numbers fitted for it. Distances between vectors of
 * different models mean nothing, so the name goes wherever a vector goes.
 */
export { VECTOR_MODEL };

/** The same for the embedder in its form for the web, whose rounded weights give slightly other vectors. */
export const WEB_VECTOR_MODEL = `${VECTOR_MODEL}-int8`;

/** Two vectors closer than this are of the same person, by the specification. */
export const MATCH_THRESHOLD = 0.5;
/** The largest score of the specification. */
export const MAX_DISTANCE = 0.9;

/** The Euclidean norm of vectors: it puts unit vectors that are `UNIT_DISTANCE_AT_MATCH` apart at the match threshold. */
export const VECTOR_NORM = MATCH_THRESHOLD / UNIT_DISTANCE_AT_MATCH;

/**
 * How much is kept of the components along the child directions. The model was trained on adults and places all small
 * children close together, along these directions; without them, children can be told apart. Not zero, so that the step
 * can be inverted.
 */
export const CHILD_SHARE = 0.1;

/**
 * The vector of a face from the model's raw output. What all faces have in common, the mean of their embeddings, is
 * subtracted, and most of what children have in common: it tells nobody apart, and takes up part of every distance.
 */
export function toVector(raw: Float32Array): Float32Array {
  const unit = scaledTo(raw, 1);
  const centred = unit.map((value, i) => value - (MEAN_EMBEDDING[i] ?? 0));
  return scaledTo(scaledAlong(centred, CHILD_SHARE), VECTOR_NORM);
}

/** The model's embedding (of unit length) that a vector was made from: what another calibration starts from. */
export function embeddingOf(vector: Float32Array): Float32Array {
  const direction = scaledTo(scaledAlong(vector, 1 / CHILD_SHARE), 1);
  let along = 0;
  let meanSquares = 0;
  for (const [i, value] of direction.entries()) {
    const mean = MEAN_EMBEDDING[i] ?? 0;
    along += value * mean;
    meanSquares += mean * mean;
  }
  // The point of unit length on the ray from the mean in the vector's direction.
  const reach = Math.sqrt(along * along + 1 - meanSquares) - along;
  return direction.map((value, i) => (MEAN_EMBEDDING[i] ?? 0) + reach * value);
}

export function distance(a: Float32Array, b: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) {
    const d = (a[i] ?? 0) - (b[i] ?? 0);
    squares += d * d;
  }
  return Math.min(MAX_DISTANCE, Math.sqrt(squares));
}

/** Scales the components along the child directions, which are orthogonal. */
function scaledAlong(values: Float32Array, factor: number): Float32Array {
  const scaled = values.slice();
  for (const direction of CHILD_DIRECTIONS) {
    let along = 0;
    for (const [i, value] of values.entries()) along += value * (direction[i] ?? 0);
    for (const [i, value] of scaled.entries()) scaled[i] = value + (factor - 1) * along * (direction[i] ?? 0);
  }
  return scaled;
}

/** The same direction with another norm; the zero vector stays zero. */
function scaledTo(values: Float32Array, length: number): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const factor = squares > 0 ? length / Math.sqrt(squares) : 0;
  return values.map((value) => value * factor);
}

const CONFIDENCE_AT_THRESHOLD = 0.6;

/** The confidence that two faces at this distance are the same person: 0 ↔ 1, 0.5 ↔ 0.6, 0.9 ↔ 0, linear in between. */
export const confidenceOf = (distance: number): number =>
  distance <= MATCH_THRESHOLD
    ? 1 - ((1 - CONFIDENCE_AT_THRESHOLD) * distance) / MATCH_THRESHOLD
    : (CONFIDENCE_AT_THRESHOLD * (MAX_DISTANCE - distance)) / (MAX_DISTANCE - MATCH_THRESHOLD);

/**
 * The share of pairs of different people that are at least as near as this, by the measured distances. Between two of them
 * the logarithm of the share is interpolated linearly; below the smallest distance of the table nothing is claimed.
 */
export function falseMatchRate(distance: number): number {
  const above = IMPOSTOR_DISTANCES.findIndex((point) => point.distance > distance);
  const from = IMPOSTOR_DISTANCES[above - 1];
  const to = IMPOSTOR_DISTANCES[above];
  if (to === undefined) return 1;
  if (from === undefined) return to.share;
  const part = (distance - from.distance) / (to.distance - from.distance);
  return from.share * (to.share / from.share) ** part;
}

/** Seven digits suffice for most 32-bit floats, nine for all. */
const DIGITS = [7, 8, 9];

/** The shortest decimal that is the same 32-bit float; JSON would print its sixteen-digit neighbour. */
export function shortest(value: number): number {
  for (const digits of DIGITS) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === Math.fround(value)) return candidate;
  }
  return value;
}

/** A vector as it is written out: every number means the same float, in as few digits as that takes. */
export const vectorNumbers = (vector: Float32Array): number[] => Array.from(vector, shortest);
