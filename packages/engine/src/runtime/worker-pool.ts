import { Worker, parentPort } from 'node:worker_threads';
import { fromErrorValue, EngineError, toErrorValue, type ErrorValue } from '../errors.js';
import { withDeadline } from '../with-deadline.js';

/** What the pool sends to a worker. `cancelled` is one shared number: not 0 once the caller has cancelled. */
interface TaskMessage<Task> {
  readonly id: number;
  readonly task: Task;
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** What a worker sends back: first whether it is ready, then one answer per task. */
type WorkerMessage<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable'; readonly error: ErrorValue }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorValue };

export interface PoolOptions {
  readonly workerFile: URL;
  readonly workerData: unknown;
  readonly workers: number;
  /** How many tasks may wait; one more is refused with `engine-busy`. */
  readonly maxWaiting: number;
  /** The delay before the next attempt to replace a worker; doubled after each failure. */
  readonly retry?: { readonly firstMs: number; readonly mostMs: number };
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

interface Slot<Task, Result> {
  worker: Worker;
  job: Job<Task, Result> | null;
  state: 'starting' | 'ready' | 'ended';
  /** The error with which it reported that it cannot work. */
  unable: Error | null;
  /** Consecutive starts that failed in this slot. */
  failures: number;
}

/** After this many failed starts in a row, the pool gives up. */
const MAX_FAILED_STARTS = 3;
const DEFAULT_RETRY = { firstMs: 1000, mostMs: 60_000 };
/** A worker that is still busy this long after its caller cancelled is overdue: it should have stopped between two steps. */
const OVERDUE_AFTER_MS = 1000;
/** A worker that has not exited by then is terminated. */
const CLOSE_DEADLINE_MS = 15_000;

/**
 * A fixed number of threads that each do one task at a time, with a bounded queue in front.
 * Cancelling is cooperative: a thread keeps its loaded nets and stops after the step it is in.
 */
export class WorkerPool<Task, Result> {
  readonly #options: PoolOptions;
  readonly #slots: Slot<Task, Result>[] = [];
  readonly #waiting: Job<Task, Result>[] = [];
  readonly #ready: Promise<void>;
  #settleReady: { resolve: () => void; reject: (error: Error) => void } | null = null;
  #nextId = 1;
  readonly #retries = new Set<NodeJS.Timeout>();
  #failedStarts = 0;
  /** All workers have been ready once: later failures may be temporary. */
  #hasOpened = false;
  #closing: Promise<void> | null = null;
  /** Why there is no worker that could take a task. */
  #broken: Error | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // A caller may await readiness later or never; an unhandled rejection must not end the process.
    this.#ready.catch(() => undefined);
    for (let i = 0; i < options.workers; i++) this.#slots.push(this.#startSlot(0));
  }

  /** Resolves once every worker has loaded its nets; rejects when they cannot. */
  ready(): Promise<void> {
    return this.#ready;
  }

  load(): { workers: number; running: number; waiting: number; overdue: number; broken: boolean } {
    const running = this.#slots.filter((slot) => slot.job !== null).length;
    const since = performance.now() - OVERDUE_AFTER_MS;
    const isOverdue = (job: Job<Task, Result> | null): boolean => (job?.cancelledAt ?? Infinity) < since;
    return {
      workers: this.#slots.filter((slot) => slot.state !== 'ended').length,
      running,
      waiting: this.#waiting.length,
      overdue: this.#slots.filter((slot) => isOverdue(slot.job)).length,
      broken: this.#broken !== null,
    };
  }

  /**
   * Once the signal fires, a waiting task fails at once. A running one fails when its worker has stopped: until then its
   * slot is occupied, which callers that count slots need to know.
   */
  run(task: Task, { signal, transfer = [] }: RunOptions = {}): Promise<Result> {
    if (this.#broken) return Promise.reject(this.#broken);
    if (this.#closing) return Promise.reject(new EngineError('engine-closed'));
    if (signal?.aborted) return Promise.reject(new EngineError('aborted'));
    const someoneIsFree = this.#slots.some((slot) => slot.state === 'ready' && slot.job === null);
    if (!someoneIsFree && this.#waiting.length >= this.#options.maxWaiting) {
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
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    this.#retries.forEach(clearTimeout);
    for (const job of this.#waiting.splice(0)) job.reject(new EngineError('engine-closed'));
    await Promise.all(this.#slots.map((slot) => this.#endSlot(slot)));
  }

  async #endSlot(slot: Slot<Task, Result>): Promise<void> {
    if (slot.state === 'ended') return;
    const ended = new Promise<void>((resolve) =>
      slot.worker.once('exit', () => {
        resolve();
      }),
    );
    // The worker finishes its task, releases its nets and exits by itself.
    slot.worker.postMessage('close');
    await withDeadline(ended, CLOSE_DEADLINE_MS, () => void slot.worker.terminate());
  }

  #startSlot(failures: number): Slot<Task, Result> {
    const worker = new Worker(this.#options.workerFile, { workerData: this.#options.workerData });
    const slot: Slot<Task, Result> = { worker, job: null, state: 'starting', unable: null, failures };
    let cause: unknown;
    worker.on('message', (message: WorkerMessage<Result>) => {
      this.#onMessage(slot, message);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#onExit(slot, cause);
    });
    return slot;
  }

  #onMessage(slot: Slot<Task, Result>, message: WorkerMessage<Result>): void {
    switch (message.kind) {
      case 'ready':
        slot.state = 'ready';
        slot.failures = 0;
        this.#broken = null;
        this.#hasOpened ||= this.#slots.every((s) => s.state === 'ready');
        if (this.#hasOpened) this.#settleReady?.resolve();
        break;
      case 'unable':
        slot.unable = fromErrorValue(message.error);
        // It exits by itself; terminated inside native code, it would crash the process.
        void this.#endSlot(slot);
        break;
      case 'done':
      case 'failed': {
        const job = slot.job;
        slot.job = null;
        if (job?.message.id !== message.id) break;
        if (job.cancelledAt !== null) job.reject(new EngineError('aborted'));
        else if (message.kind === 'done') job.resolve(message.result);
        else job.reject(fromErrorValue(message.error));
      }
    }
    this.#assign();
  }

  #onExit(slot: Slot<Task, Result>, cause: unknown): void {
    const couldNotStart = slot.state === 'starting';
    slot.state = 'ended';
    slot.job?.reject(new EngineError('engine-worker-died', {}, { cause }));
    slot.job = null;
    if (this.#closing) return;
    if (!couldNotStart) this.#replace(slot);
    else if (this.#hasOpened) this.#replaceLater(slot, cause);
    else if (slot.unable !== null) this.#giveUp(slot.unable);
    else if (++this.#failedStarts < MAX_FAILED_STARTS) this.#replace(slot);
    else this.#giveUp(new EngineError('engine-worker-died', { starts: this.#failedStarts }, { cause }));
  }

  #replace(slot: Slot<Task, Result>): void {
    this.#slots[this.#slots.indexOf(slot)] = this.#startSlot(slot.failures);
  }

  /** The other workers go on. The cause may be temporary: a file that is being copied, a shortage of memory. */
  #replaceLater(slot: Slot<Task, Result>, cause: unknown): void {
    const { firstMs, mostMs } = this.#options.retry ?? DEFAULT_RETRY;
    const delay = Math.min(mostMs, firstMs * 2 ** slot.failures);
    slot.failures += 1;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#replace(slot);
    }, delay).unref();
    this.#retries.add(retry);
    if (this.#slots.some(({ state }) => state !== 'ended')) return;
    this.#refuseAll(
      slot.unable ?? new EngineError('engine-worker-died', { starts: slot.failures }, { cause }),
    );
  }

  /** The pool cannot start: all waiting tasks get the reason, and no thread is left behind. */
  #giveUp(error: Error): void {
    this.#closing ??= Promise.all(this.#slots.map((slot) => this.#endSlot(slot))).then(() => undefined);
    this.#refuseAll(error);
    this.#settleReady?.reject(error);
  }

  #refuseAll(error: Error): void {
    this.#broken = error;
    for (const job of this.#waiting.splice(0)) job.reject(error);
  }

  #assign(): void {
    for (const slot of this.#slots) {
      if (slot.state !== 'ready' || slot.job !== null) continue;
      const job = this.#waiting.shift();
      if (job === undefined) return;
      slot.job = this.#send(slot, job) ? job : null;
    }
  }

  /** A task that cannot be sent (something in it can't be copied) fails alone; the worker stays free. */
  #send(slot: Slot<Task, Result>, job: Job<Task, Result>): boolean {
    try {
      slot.worker.postMessage(job.message, job.transfer);
      return true;
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }
}

/** Throws `aborted` once the caller has cancelled; called between the steps of a task. */
export type CheckCancelled = () => void;

interface LoadedWorker<Task, Result> {
  handle(task: Task, checkCancelled: CheckCancelled): Promise<{ result: Result; transfer: ArrayBuffer[] }>;
  /** Cleans up after each task, when its result has been sent. */
  afterwards?(): void;
  release(): Promise<void>;
}

/** The worker's side of the pool: load once, then answer one task after another until told to close. */
export async function serve<Task, Result>(load: () => Promise<LoadedWorker<Task, Result>>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file runs only as a worker thread of the pool.');
  const post = (message: WorkerMessage<Result>, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
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
