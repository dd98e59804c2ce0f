import type { FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE, ServiceError, type ErrorCode, type ServiceErrorOptions } from '../../errors.js';
import type { StatedError } from '../../http/render-error.js';

export const MEDIA_TYPE = 'application/x-amz-json-1.1';

/** An error that has a name of its own in the API of Amazon Rekognition. */
export class RekognitionError extends ServiceError {
  constructor(
    readonly type: string,
    code: ErrorCode,
    message: string,
    options?: ServiceErrorOptions,
  ) {
    super(code, message, {}, options);
  }
}

export const invalidParameter = (message: string, options?: ServiceErrorOptions): RekognitionError =>
  new RekognitionError('InvalidParameterException', 'bad-field', message, options);

/** For a face that does not pass the filter: it was analysed, so the call counts. */
export const filtered = (image: string): RekognitionError =>
  invalidParameter(`The face in ${image} does not pass the QualityFilter.`, { workBegan: true });

/** The names of the catalogue's errors there. What is not listed is an invalid parameter, or an error of the service. */
const TYPES: Readonly<Partial<Record<ErrorCode, string>>> = {
  'malformed-body': 'SerializationException',
  'unreadable-image': 'InvalidImageFormatException',
  'image-format': 'InvalidImageFormatException',
  'too-many-bytes': 'ImageTooLargeException',
  'too-many-pixels': 'ImageTooLargeException',
  'unknown-api-key': 'UnrecognizedClientException',
  'api-key-expired': 'ExpiredTokenException',
  'api-key-scope': 'AccessDeniedException',
  'api-key-origin': 'AccessDeniedException',
  'no-subscription': 'AccessDeniedException',
  'subscription-ended': 'AccessDeniedException',
  'account-suspended': 'AccessDeniedException',
  'unknown-collection': 'ResourceNotFoundException',
  'collection-limit': 'ServiceQuotaExceededException',
  'collection-memory': 'ServiceQuotaExceededException',
  'rate-limit': 'ProvisionedThroughputExceededException',
  quota: 'ProvisionedThroughputExceededException',
  overloaded: 'ThrottlingException',
};

const SERVER_FAULTS = ['InternalServerError', 'ThrottlingException'];

function typeOf(error: ServiceError): string {
  if (error instanceof RekognitionError) return error.type;
  const other =
    ERROR_CATALOGUE[error.code].status < 500 ? 'InvalidParameterException' : 'InternalServerError';
  return TYPES[error.code] ?? other;
}

/** An error in the form of AWS JSON 1.1. */
export function stateRekognitionError(error: ServiceError, { id }: FastifyRequest): StatedError {
  const type = typeOf(error);
  const { message } = error;
  return {
    status: SERVER_FAULTS.includes(type) ? 500 : 400,
    headers: { 'x-amzn-requestid': id, 'x-amzn-errortype': type, 'content-type': MEDIA_TYPE },
    body: JSON.stringify({ __type: type, Code: type, Message: message, message }),
  };
}
