import type { FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE, type ErrorCode, type ServiceError } from '../../errors.js';
import type { StatedError } from '../../http/render-error.js';

interface Meaning {
  readonly status: number;
  /** Without, ours, which says more. */
  readonly message?: string;
}

const NO_KEY = { status: 401, message: 'Incorrect api key' };
const NO_IMAGE = { status: 400, message: 'invalid image' };

/** DeepStack's errors for ours. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, Meaning>>> = {
  'no-api-key': NO_KEY,
  'unknown-api-key': NO_KEY,
  'unreadable-image': NO_IMAGE,
  'image-format': NO_IMAGE,
  'no-face': { status: 400, message: 'no face detected' },
};

/** DeepStack states this one alone with the status of a success. */
const NO_FACE_TO_MATCH = { status: 200, message: 'no face found' };

/** An error as DeepStack states it. */
export function deepstackError(error: ServiceError, { url }: FastifyRequest): StatedError {
  const isMatch = /\/match(?:$|\?)/.test(url) && error.code === 'no-face';
  const { status, message } = isMatch
    ? NO_FACE_TO_MATCH
    : (MEANINGS[error.code] ?? { status: ERROR_CATALOGUE[error.code].status });
  return { status, body: { success: false, error: message ?? error.message, duration: 0 } };
}
