import { parentPort } from 'node:worker_threads';
import { toErrorValue } from '../error-value.js';
import { EngineError } from '../errors.js';
import type { TaskMessage, WorkerMessage } from './pool-protocol.js';

/** Throws `aborted` once the caller has cancelled; called between the steps of a task. */
export type CheckCancelled = () => void;

export interface Worker<Task, Result> {
  handle(task: Task, checkCancelled: CheckCancelled): Promise<{ result: Result; transfer: ArrayBuffer[] }>;
  /** Cleans up after each task, when its result has been sent. */
  afterwards?(): void;
  release(): Promise<void>;
}

/** The worker's side of the pool: load once, then answer one task after another until told to close. */
export async function serve<Task, Result>(load: () => Promise<Worker<Task, Result>>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file runs only as a worker thread of the pool.');
  const post = (message: WorkerMessage<Result>, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
  };
  let worker: Worker<Task, Result>;
  try {
    worker = await load();
  } catch (error) {
    post({ kind: 'unable', error: toErrorValue(error) });
    return;
  }
  let last = Promise.resolve();
  const work = async ({ id, task, cancelled }: TaskMessage<Task>): Promise<void> => {
    const checkCancelled = (): void => {
      if (Atomics.load(cancelled, 0) !== 0) throw new EngineError('aborted');
    };
    try {
      checkCancelled();
      const { result, transfer } = await worker.handle(task, checkCancelled);
      post({ kind: 'done', id, result }, transfer);
    } catch (error) {
      post({ kind: 'failed', id, error: toErrorValue(error) });
    }
    worker.afterwards?.();
  };
  port.on('message', (message: TaskMessage<Task> | 'close') => {
    if (message === 'close') {
      last = last
        .then(() => worker.release())
        .then(() => {
          port.close();
        });
    } else {
      last = last.then(() => work(message));
    }
  });
  post({ kind: 'ready' });
}
