import type { ErrorValue } from '../error-value.js';

/** What the pool sends to a worker. `cancelled` is one shared number: not 0 once the caller has cancelled. */
export interface TaskMessage<Task> {
  readonly id: number;
  readonly task: Task;
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** What a worker sends back: first whether it is ready, then one answer per task. */
export type WorkerMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: ErrorValue }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorValue };
