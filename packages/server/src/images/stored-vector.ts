import { VECTOR_NORM } from '@facet/engine';
import { quote, ServiceError } from '../errors.js';
import { lengthOf, type TextBytes } from '../http/body/request-field.js';

export const VECTOR_NUMBERS = 128;

/** Far more than 128 numbers need, even with full precision and one per line. */
const MAX_TEXT_LENGTH = 16 * 1024;

/**
 * All vectors of the service have the same Euclidean norm. Rounding to three digits or to half precision changes it by
 * less than this ratio; vectors of other services and normalised vectors are further off.
 */
const NORM_TOLERANCE = 0.01;

/**
 * Reads a stored vector of `/get_face_vec` from the items of a JSON array.
 * @throws ServiceError for anything but 128 finite numbers with the norm of our vectors
 */
export function readVector(field: string, values: unknown): Float32Array {
  const badVector = (why: string): ServiceError =>
    new ServiceError(
      'bad-parameter',
      `${field} must be ${VECTOR_NUMBERS} numbers, as /get_face_vec gives them${why}.`,
      { field },
    );
  if (!Array.isArray(values)) throw badVector(', in a JSON array');
  if (values.length !== VECTOR_NUMBERS) throw badVector(`, but has ${values.length}`);
  const odd = values.findIndex((value) => typeof value !== 'number' || !Number.isFinite(value));
  if (odd !== -1) throw badVector(`, but value ${odd} is ${quote(written(values[odd]))}`);
  const vector = Float32Array.from(values as number[]);
  if (!hasVectorNorm(vector)) {
    const norm = Math.hypot(...vector);
    throw badVector(
      `; its length is ${norm.toPrecision(4)} instead of ${VECTOR_NORM.toPrecision(4)}, so it was changed or made by another service`,
    );
  }
  return vector;
}

/** Whether the vector has the length that all vectors of the service have. */
export const hasVectorNorm = (vector: Float32Array): boolean =>
  Math.abs(Math.hypot(...vector) - VECTOR_NORM) <= VECTOR_NORM * NORM_TOLERANCE;

/** The JSON value of a form field or file; undefined if it is too long or no JSON. */
export function parseVectorText(text: TextBytes): unknown {
  if (lengthOf(text) > MAX_TEXT_LENGTH) return undefined;
  try {
    return JSON.parse(Buffer.concat(text).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Strings in a JSON list have been kept as bytes. */
const written = (value: unknown): string =>
  Array.isArray(value) && value.every((chunk) => chunk instanceof Uint8Array)
    ? Buffer.concat(value).subarray(0, 100).toString('utf8')
    : JSON.stringify(value).slice(0, 100);
