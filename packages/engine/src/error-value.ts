import { EngineError, type EngineErrorCode, type ErrorDetails } from './errors.js';

/** An error as a value that can be sent between threads and processes. */
export interface ErrorValue {
  readonly code: EngineErrorCode | 'unexpected';
  readonly message: string;
  readonly details: ErrorDetails;
}

export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, details: error.details };
  }
  return { code: 'unexpected', message: error instanceof Error ? error.message : 'unknown', details: {} };
}

export function fromErrorValue({ code, message, details }: ErrorValue): Error {
  return code === 'unexpected' ? new Error(message) : new EngineError(code, details, { message });
}
