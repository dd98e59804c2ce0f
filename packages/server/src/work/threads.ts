import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import { withDeadline } from './deadline.js';
import { Semaphore } from './mutex.js';

export interface ThreadsOptions {
  /** Receives one task after the other, and sends a result for each. */
  readonly file: URL;
  readonly count: number;
  /** On a machine that is this busy, nobody waits for a task any more. */
  readonly deadlineMs: number;
}

/** What a thread is given at its start: which of the threads it is, from 0. */
export interface ThreadData {
  readonly place: number;
}

/** `file` is the path below `src`, which tests run, and below `dist`, which has what threads run. */
export const threadFile = (file: string): URL => new URL(`../../dist/${file}`, import.meta.url);

/** A few threads with one task each at a time. Each starts with the first task, and is replaced if it ends. */
export class Threads<Task, Result> {
  readonly #options: ThreadsOptions;
  readonly #free: Semaphore;
  /** By place; null where none is started. Those in use are not in it. */
  readonly #idle: { readonly place: number; worker: Worker | null }[];
  #generation = 0;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#free = new Semaphore(options.count);
    this.#idle = Array.from({ length: options.count }, (_, place) => ({ place, worker: null })).reverse();
  }

  /** Callers limit how many wait. */
  run(task: Task): Promise<Result> {
    return this.#free.run(() => this.#run(task));
  }

  /** Ends the threads, each after its task: with them goes what they remember of memory that they were sent. */
  renew(): void {
    this.#generation++;
    for (const thread of this.#idle) end(thread);
  }

  async #run(task: Task): Promise<Result> {
    const { deadlineMs } = this.#options;
    const thread = this.#idle.pop();
    if (thread === undefined) throw new Error('There are more tasks than threads.');
    const generation = this.#generation;
    const worker = (thread.worker ??= this.#start(thread.place));
    // The process must not end while somebody waits, and may end while nobody does.
    worker.ref();
    let succeeded = false;
    try {
      const late = (): ServiceError => new ServiceError('overloaded', undefined, { retryAfterSeconds: 10 });
      const { signal } = new AbortController();
      const result = await withDeadline(signal, deadlineMs, late, () => resultFrom<Result>(worker, task));
      succeeded = true;
      return result;
    } finally {
      worker.unref();
      if (!succeeded || generation !== this.#generation) end(thread);
      this.#idle.push(thread);
    }
  }

  #start(place: number): Worker {
    const worker = new Worker(this.#options.file, { workerData: { place } satisfies ThreadData });
    worker.once('exit', () => {
      const thread = this.#idle.find((idle) => idle.worker === worker);
      if (thread !== undefined) thread.worker = null;
    });
    // Without a listener it would end the process; whoever waits for a result hears of it anyway.
    worker.on('error', () => undefined);
    return worker;
  }
}

function end(thread: { worker: Worker | null }): void {
  void thread.worker?.terminate();
  thread.worker = null;
}

function resultFrom<Result>(worker: Worker, task: unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const listeners = {
      message: (result: Result): void => {
        settle(() => {
          resolve(result);
        });
      },
      error: (cause: Error): void => {
        settle(() => {
          reject(cause);
        });
      },
      exit: (): void => {
        settle(() => {
          reject(new Error('The thread has ended before its task.'));
        });
      },
    };
    const settle = (outcome: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      outcome();
    };
    for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
    worker.postMessage(task);
  });
}
