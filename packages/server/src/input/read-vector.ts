import { VECTOR_NORM } from '@facet/engine';
import { ServiceError } from '../errors.js';
import { quote } from './quote.js';
import type { RequestField } from './request-field.js';
import { lengthOf } from './text-bytes.js';

export const VECTOR_NUMBERS = 128;

/** Far more than 128 numbers take, with all their digits and line breaks between them. */
const LONGEST_TEXT = 16 * 1024;

/**
 * Vectors of the service all have one length. Rounding to three digits, or to half precision, changes it by less than
 * this share; a vector of another service, or one that was normalised, is not within it.
 */
const LENGTH_TOLERANCE = 0.01;

/**
 * A vector of `/get_face_vec` that a caller stored: a JSON array, or a text or file of a form with such an array in it.
 * @throws ServiceError for anything else than 128 finite numbers of the right length
 */
export function readVector(field: RequestField): Float32Array {
  const values = field.kind === 'list' ? field.items : parsed(field);
  const refused = (why: string): ServiceError =>
    new ServiceError(
      'bad-parameter',
      `${field.name} must be ${VECTOR_NUMBERS} numbers, as /get_face_vec gives them${why}.`,
      {
        field: field.name,
      },
    );
  if (!Array.isArray(values)) throw refused(', in a JSON array');
  if (values.length !== VECTOR_NUMBERS) throw refused(`, but has ${values.length}`);
  const odd = values.findIndex((value) => typeof value !== 'number' || !Number.isFinite(value));
  if (odd !== -1) throw refused(`, but value ${odd} is ${quote(written(values[odd]))}`);
  const vector = Float32Array.from(values as number[]);
  const length = Math.hypot(...vector);
  if (!(Math.abs(length - VECTOR_NORM) <= VECTOR_NORM * LENGTH_TOLERANCE))
    throw refused(
      `; its length is ${length.toPrecision(4)} instead of ${VECTOR_NORM.toPrecision(4)}, so it was changed or made by another service`,
    );
  return vector;
}

function parsed(field: Exclude<RequestField, { kind: 'list' }>): unknown {
  const pieces = field.kind === 'file' ? [field.bytes] : field.text;
  if (lengthOf(pieces) > LONGEST_TEXT) return undefined;
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Strings of a list are bytes. */
const written = (value: unknown): string =>
  Array.isArray(value) && value.every((piece) => piece instanceof Uint8Array)
    ? Buffer.concat(value).subarray(0, 100).toString('utf8')
    : JSON.stringify(value).slice(0, 100);
