import { Worker } from 'node:worker_threads';
import { EngineError, fromErrorValue, type ErrorValue } from '@facet/analysis/errors.js';

export interface ThreadsOptions {
  readonly workerFile: URL;
  readonly workerData: unknown;
  readonly workers: number;
  /** The delay before the next attempt to replace a worker; doubled after each failure. */
  readonly retry?: { readonly firstMs: number; readonly mostMs: number };
}

/** The first message of a worker: whether it has loaded what it needs. */
export type StartMessage =
  { readonly kind: 'ready' } | { readonly kind: 'unable'; readonly error: ErrorValue };

export interface WorkerThread {
  readonly worker: Worker;
  state: 'starting' | 'ready' | 'ended';
  /** The error with which it reported that it cannot work. */
  startError: Error | null;
  /** Consecutive starts that failed in this place. */
  failures: number;
}

interface ThreadEvents<Message> {
  readonly onReady: () => void;
  readonly onMessage: (thread: WorkerThread, message: Message) => void;
  readonly onExit: (thread: WorkerThread, cause: unknown) => void;
  /** No worker is left that could take a task. */
  readonly onBroken: (error: Error) => void;
}

/** After this many failed starts in a row, no more are tried. */
const MAX_FAILED_STARTS = 3;
const DEFAULT_RETRY = { firstMs: 1000, mostMs: 60_000 };
/** A worker that has not exited by then is terminated. */
const CLOSE_DEADLINE_MS = 15_000;

/** A fixed number of worker threads: starts them, replaces those that end, and closes them. It knows nothing of tasks. */
export class WorkerThreads<Message extends { readonly kind: string }> {
  /** Resolves once every worker has loaded its models; rejects when they cannot. */
  readonly ready: Promise<void>;
  readonly #options: ThreadsOptions;
  readonly #events: ThreadEvents<Message>;
  readonly #threads: WorkerThread[] = [];
  #settleReady: { resolve: () => void; reject: (error: Error) => void } | null = null;
  readonly #retries = new Set<NodeJS.Timeout>();
  #failedStarts = 0;
  /** All workers have been ready once: later failures may be temporary. */
  #hasOpened = false;
  #closing: Promise<void> | null = null;
  #broken: Error | null = null;

  constructor(options: ThreadsOptions, events: ThreadEvents<Message>) {
    this.#options = options;
    this.#events = events;
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // A caller may await readiness later or never; an unhandled rejection must not end the process.
    this.ready.catch(() => undefined);
    for (let i = 0; i < options.workers; i++) this.#threads.push(this.#start(0));
  }

  get all(): readonly WorkerThread[] {
    return this.#threads;
  }

  /** Why there is no worker that could take a task. */
  get broken(): Error | null {
    return this.#broken;
  }

  get isClosing(): boolean {
    return this.#closing !== null;
  }

  /** Lets running tasks finish, then ends the threads. */
  close(): Promise<void> {
    if (this.#closing === null) {
      this.#retries.forEach(clearTimeout);
      this.#closing = this.#endAll();
    }
    return this.#closing;
  }

  async #endAll(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => this.#end(thread)));
  }

  async #end(thread: WorkerThread): Promise<void> {
    if (thread.state === 'ended') return;
    const ended = new Promise<void>((resolve) =>
      thread.worker.once('exit', () => {
        resolve();
      }),
    );
    // The worker finishes its task, releases its models and exits by itself.
    thread.worker.postMessage('close');
    const timer = setTimeout(() => void thread.worker.terminate(), CLOSE_DEADLINE_MS);
    await ended;
    clearTimeout(timer);
  }

  #start(failures: number): WorkerThread {
    const worker = new Worker(this.#options.workerFile, { workerData: this.#options.workerData });
    const thread: WorkerThread = { worker, state: 'starting', startError: null, failures };
    let cause: unknown;
    worker.on('message', (message: StartMessage | Message) => {
      this.#onMessage(thread, message);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#onExit(thread, cause);
    });
    return thread;
  }

  #onMessage(thread: WorkerThread, message: StartMessage | Message): void {
    if (isStartMessage(message)) this.#onStart(thread, message);
    else this.#events.onMessage(thread, message);
  }

  #onStart(thread: WorkerThread, message: StartMessage): void {
    if (message.kind === 'ready') {
      thread.state = 'ready';
      thread.failures = 0;
      this.#broken = null;
      this.#hasOpened ||= this.#threads.every(({ state }) => state === 'ready');
      if (this.#hasOpened) this.#settleReady?.resolve();
      this.#events.onReady();
    } else {
      thread.startError = fromErrorValue(message.error);
      // It exits by itself; terminated inside native code, it would crash the process.
      void this.#end(thread);
    }
  }

  #onExit(thread: WorkerThread, cause: unknown): void {
    const couldNotStart = thread.state === 'starting';
    thread.state = 'ended';
    this.#events.onExit(thread, cause);
    if (this.#closing) return;
    if (!couldNotStart) this.#replace(thread);
    else if (this.#hasOpened) this.#replaceLater(thread, cause);
    else if (thread.startError !== null) this.#giveUp(thread.startError);
    else if (++this.#failedStarts < MAX_FAILED_STARTS) this.#replace(thread);
    else this.#giveUp(new EngineError('engine-worker-died', { starts: this.#failedStarts }, { cause }));
  }

  #replace(thread: WorkerThread): void {
    this.#threads[this.#threads.indexOf(thread)] = this.#start(thread.failures);
  }

  /** The other workers go on. The cause may be temporary: a file that is being copied, a shortage of memory. */
  #replaceLater(thread: WorkerThread, cause: unknown): void {
    const { firstMs, mostMs } = this.#options.retry ?? DEFAULT_RETRY;
    const delay = Math.min(mostMs, firstMs * 2 ** thread.failures);
    thread.failures += 1;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#replace(thread);
    }, delay).unref();
    this.#retries.add(retry);
    if (this.#threads.some(({ state }) => state !== 'ended')) return;
    this.#break(
      thread.startError ?? new EngineError('engine-worker-died', { starts: thread.failures }, { cause }),
    );
  }

  /** The workers cannot start: no thread is left behind. */
  #giveUp(error: Error): void {
    this.#closing ??= this.#endAll();
    this.#break(error);
    this.#settleReady?.reject(error);
  }

  #break(error: Error): void {
    this.#broken = error;
    this.#events.onBroken(error);
  }
}

const isStartMessage = (message: StartMessage | { readonly kind: string }): message is StartMessage =>
  message.kind === 'ready' || message.kind === 'unable';
