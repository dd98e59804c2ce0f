import { parentPort } from 'node:worker_threads';
import { EngineError, fromErrorValue, toErrorValue, type ErrorValue } from '@facet/analysis/errors.js';
import {
  WorkerThreads,
  type StartMessage,
  type ThreadsOptions,
  type WorkerThread,
} from './worker-threads.js';

/** What the pool sends to a worker. `cancelled` is one shared number: not 0 once the caller has cancelled. */
interface TaskMessage<Task> {
  readonly id: number;
  readonly task: Task;
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** What a worker sends back for each task. */
type TaskResponse<Result> =
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorValue };

export interface PoolOptions extends ThreadsOptions {
  /** How many tasks may wait; one more is rejected with `engine-busy`. */
  readonly maxWaiting: number;
}

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly ArrayBuffer[];
}

interface Job<Task, Result> {
  readonly message: TaskMessage<Task>;
  /** When the caller cancelled, by `performance.now()`. */
  cancelledAt: number | null;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that is still busy this long after its caller cancelled is overdue: it should have stopped between two steps. */
const OVERDUE_AFTER_MS = 1000;

/**
 * A fixed number of threads that each do one task at a time, with a bounded queue in front.
 * Cancelling is cooperative: a thread keeps its loaded models and stops after the step it is in.
 */
export class WorkerPool<Task, Result> {
  readonly #maxWaiting: number;
  readonly #threads: WorkerThreads<TaskResponse<Result>>;
  readonly #running = new Map<WorkerThread, Job<Task, Result>>();
  readonly #waiting: Job<Task, Result>[] = [];
  #nextId = 1;

  constructor(options: PoolOptions) {
    this.#maxWaiting = options.maxWaiting;
    this.#threads = new WorkerThreads<TaskResponse<Result>>(options, {
      onReady: () => {
        this.#assign();
      },
      onMessage: (thread, response) => {
        this.#onResponse(thread, response);
      },
      onExit: (thread, cause) => {
        this.#running.get(thread)?.reject(new EngineError('engine-worker-died', {}, { cause }));
        this.#running.delete(thread);
      },
      onBroken: (error) => {
        this.#rejectWaiting(error);
      },
    });
  }

  /** Resolves once every worker has loaded its models; rejects when they cannot. */
  ready(): Promise<void> {
    return this.#threads.ready;
  }

  load(): { workers: number; running: number; waiting: number; overdue: number; broken: boolean } {
    const since = performance.now() - OVERDUE_AFTER_MS;
    return {
      workers: this.#threads.all.filter(({ state }) => state !== 'ended').length,
      running: this.#running.size,
      waiting: this.#waiting.length,
      overdue: [...this.#running.values()].filter(({ cancelledAt }) => (cancelledAt ?? Infinity) < since)
        .length,
      broken: this.#threads.broken !== null,
    };
  }

  /**
   * Once the signal fires, a waiting task fails at once. A running one fails when its worker has stopped: until then its
   * thread is occupied, which callers that count threads need to know.
   */
  run(task: Task, { signal, transfer = [] }: RunOptions = {}): Promise<Result> {
    if (this.#threads.broken) return Promise.reject(this.#threads.broken);
    if (this.#threads.isClosing) return Promise.reject(new EngineError('engine-closed'));
    if (signal?.aborted) return Promise.reject(new EngineError('aborted'));
    if (this.#idle().length === 0 && this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new EngineError('engine-busy', { waiting: this.#waiting.length }));
    }
    return new Promise<Result>((resolve, reject) => {
      const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const onAbort = (): void => {
        Atomics.store(cancelled, 0, 1);
        job.cancelledAt = performance.now();
        const place = this.#waiting.indexOf(job);
        if (place < 0) return;
        this.#waiting.splice(place, 1);
        reject(new EngineError('aborted'));
      };
      const settled = (): void => signal?.removeEventListener('abort', onAbort);
      const job: Job<Task, Result> = {
        message: { id: this.#nextId++, task, cancelled },
        cancelledAt: null,
        transfer,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#assign();
    });
  }

  /** Rejects waiting tasks, lets running ones finish, then ends the threads. */
  close(): Promise<void> {
    this.#rejectWaiting(new EngineError('engine-closed'));
    return this.#threads.close();
  }

  #idle(): WorkerThread[] {
    return this.#threads.all.filter((thread) => thread.state === 'ready' && !this.#running.has(thread));
  }

  #assign(): void {
    for (const thread of this.#idle()) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      if (send(thread, job)) this.#running.set(thread, job);
    }
  }

  #onResponse(thread: WorkerThread, response: TaskResponse<Result>): void {
    const job = this.#running.get(thread);
    this.#running.delete(thread);
    if (job?.message.id === response.id) {
      if (job.cancelledAt !== null) job.reject(new EngineError('aborted'));
      else if (response.kind === 'done') job.resolve(response.result);
      else job.reject(fromErrorValue(response.error));
    }
    this.#assign();
  }

  #rejectWaiting(error: Error): void {
    for (const job of this.#waiting.splice(0)) job.reject(error);
  }
}

/** A task that cannot be sent (something in it can't be copied) fails alone; the worker stays free. */
function send<Task, Result>({ worker }: WorkerThread, job: Job<Task, Result>): boolean {
  try {
    worker.postMessage(job.message, job.transfer);
    return true;
  } catch (error) {
    job.reject(error instanceof Error ? error : new Error(String(error)));
    return false;
  }
}

/** Throws `aborted` once the caller has cancelled; called between the steps of a task. */
export type CheckCancelled = () => void;

/** What a worker has loaded, and what it does with it. */
interface LoadedWorker<Task, Result> {
  handle(task: Task, checkCancelled: CheckCancelled): Promise<Result>;
  /** What moves to the caller with the result, instead of being copied. */
  transferred?(result: Result): ArrayBuffer[];
  /** Cleans up after each task, when its result has been sent. */
  afterwards?(): void;
  release(): Promise<void>;
}

/** The worker's side of the pool: loads once, then runs one task after another until it is told to close. */
export async function serveTasks<Task, Result>(
  load: () => Promise<LoadedWorker<Task, Result>>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file runs only as a worker thread of the pool.');
  const post = (message: StartMessage | TaskResponse<Result>, transferred: ArrayBuffer[] = []): void => {
    port.postMessage(message, transferred);
  };
  let worker: LoadedWorker<Task, Result>;
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
      const result = await worker.handle(task, checkCancelled);
      post({ kind: 'done', id, result }, worker.transferred?.(result));
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
