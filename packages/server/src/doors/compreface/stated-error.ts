import { ERROR_CATALOGUE, type ErrorCode, type ServiceError } from '../../errors.js';
import type { StatedError } from '../../http/render-error.js';

interface Meaning {
  readonly code: number;
  /** Without, that of the catalogue. */
  readonly status?: number;
  /** Where clients compare it; without, ours, which says more. */
  readonly message?: string;
}

/** CompreFace's code for an error that it has no own code for. */
const UNDEFINED = 0;

/** CompreFace's errors for ours. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, Meaning>>> = {
  'no-api-key': { code: 20, status: 400, message: 'Missing header: x-api-key' },
  'unknown-api-key': { code: 10, status: 404, message: 'Service with this API Key not found' },
  'missing-field': { code: 34 },
  'bad-parameter': { code: 26 },
  'bad-field': { code: 26 },
  'other-model': { code: 36 },
  'unreadable-image': { code: 21 },
  'image-format': { code: 21 },
  'no-face': { code: 28, status: 400, message: 'No face is found in the given image' },
  'several-faces': { code: 31, status: 400, message: 'More than one face in the source image' },
  'unknown-person': { code: 42, message: 'Subject not found' },
  'person-exists': { code: 43, status: 400, message: 'Subject already exists' },
  'unknown-face': { code: 44, message: 'Image not found' },
  method: { code: UNDEFINED, status: 404 },
};

/** An error as CompreFace states it. */
export function comprefaceError(error: ServiceError): StatedError {
  const { code, status, message } = MEANINGS[error.code] ?? { code: UNDEFINED };
  return {
    status: status ?? ERROR_CATALOGUE[error.code].status,
    body: { message: message ?? error.message, code },
  };
}
