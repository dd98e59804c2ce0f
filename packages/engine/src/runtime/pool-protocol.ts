import { EngineError, type EngineErrorCode, type ErrorDetails } from '../errors.js';

/** What the pool sends to a worker. `cancelled` is one shared number: not 0 once the caller has given up. */
export interface TaskMessage<Task> {
  readonly id: number;
  readonly task: Task;
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** An error as a value that survives the way between threads. */
export interface ErrorValue {
  readonly code: EngineErrorCode | 'unexpected';
  readonly message: string;
  readonly details: ErrorDetails;
}

/** What a worker sends back: first whether it is ready, then one answer per task. */
export type WorkerMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: ErrorValue }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorValue };

export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, details: error.details };
  }
  return { code: 'unexpected', message: error instanceof Error ? error.message : 'unknown', details: {} };
}

export function fromErrorValue({ code, message, details }: ErrorValue): Error {
  return code === 'unexpected' ? new Error(message) : new EngineError(code, details, { message });
}
