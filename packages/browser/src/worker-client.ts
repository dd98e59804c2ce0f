import { EngineError, fromErrorValue } from '@facet/analysis/errors.js';
import type { LoadProgress } from './facet.types.js';
import {
  closeImages,
  imagesOf,
  isMoved,
  type FromWorker,
  type ToWorker,
  type WorkerCall,
  type WorkerSettings,
} from './messages.js';

/** More calls than this wait for nothing useful: each holds an image in memory. */
const MAX_CALLS = 64;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The page's side of the worker: sends calls, and gives each its result. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  /** Calls that the worker still has; the page waits for none that was cancelled. */
  readonly #unfinished = new Set<number>();
  #lastId = 0;
  #failure: Error | null = null;

  constructor(worker: Worker, settings: WorkerSettings, onProgress?: (progress: LoadProgress) => void) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'progress') onProgress?.(data.progress);
      else this.#settle(data);
    });
    const died = (event: Event): void => {
      const message = event instanceof ErrorEvent && event.message !== '' ? event.message : undefined;
      this.end(new EngineError('engine-worker-died', message === undefined ? {} : { message }));
    };
    worker.addEventListener('error', died);
    worker.addEventListener('messageerror', died);
    this.#send({ kind: 'open', settings });
  }

  /** Runs a call. Its images move to the worker when they can, and are used up. */
  async call(call: WorkerCall, signal: AbortSignal | undefined): Promise<unknown> {
    const images = imagesOf(call);
    const obstacle = this.#obstacle(signal);
    if (obstacle !== null) {
      closeImages(images);
      throw obstacle;
    }
    const id = ++this.#lastId;
    const cancel = new AbortController();
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        const onAbort = (): void => {
          this.#send({ kind: 'cancel', id });
          reject(new EngineError('aborted'));
        };
        signal?.addEventListener('abort', onAbort, { signal: cancel.signal });
        this.#send({ kind: 'call', id, call }, images.filter(isMoved));
        this.#unfinished.add(id);
      });
    } finally {
      this.#waiting.delete(id);
      cancel.abort();
    }
  }

  #obstacle(signal: AbortSignal | undefined): Error | null {
    if (this.#failure !== null) return this.#failure;
    if (signal?.aborted === true) return new EngineError('aborted');
    return this.#unfinished.size >= MAX_CALLS ? new EngineError('engine-busy') : null;
  }

  /** Ends the worker; whatever waits, and every later call, fails with the error. */
  end(error: Error): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #settle(message: Exclude<FromWorker, { kind: 'progress' }>): void {
    this.#unfinished.delete(message.id);
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'done') waiting?.resolve(message.result);
    else waiting?.reject(fromErrorValue(message.error));
  }

  #send(message: ToWorker, moved: Transferable[] = []): void {
    this.#worker.postMessage(message, moved);
  }
}
