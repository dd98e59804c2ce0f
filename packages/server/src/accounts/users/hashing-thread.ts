import { Worker } from 'node:worker_threads';
import { withDeadline } from '../../work/deadline.js';
import { Mutex } from '../../work/mutex.js';
import { ServiceError } from '../../errors.js';

export interface HashTask {
  readonly password: string;
  readonly salt: string;
}

export interface Hashed {
  /** In hexadecimal digits. */
  readonly key: string;
  readonly milliseconds: number;
}

/** Also from the sources, which run in tests. */
const FILE = new URL('../../../dist/accounts/users/password-thread.js', import.meta.url);
/** A hash takes a tenth of a second; on a machine that is this busy, nobody waits for it any more. */
const DEADLINE_MS = 20_000;

/**
 * Hashes passwords one after the other in a thread of its own, with the priority of the workers. The thread starts with
 * the first password, and is replaced if it ends.
 */
export class HashingThread {
  #worker: Worker | null = null;
  readonly #mutex = new Mutex();

  /** Callers limit how many wait. */
  hash(task: HashTask): Promise<Hashed> {
    return this.#mutex.run(() => this.#run(task));
  }

  async #run(task: HashTask): Promise<Hashed> {
    const worker = (this.#worker ??= this.#start());
    const began = performance.now();
    // The process must not end while somebody waits, and may end while nobody does.
    worker.ref();
    try {
      const late = (): ServiceError => new ServiceError('overloaded', undefined, { retryAfterSeconds: 10 });
      const { signal } = new AbortController();
      const key = await withDeadline(signal, DEADLINE_MS, late, () => hashFrom(worker, task));
      return { key, milliseconds: performance.now() - began };
    } catch (error) {
      if (this.#worker === worker) this.#worker = null;
      void worker.terminate();
      throw error;
    } finally {
      worker.unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(FILE);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    // Without a listener it would end the process; whoever waits for a hash hears of it anyway.
    worker.on('error', () => undefined);
    return worker;
  }
}

function hashFrom(worker: Worker, task: HashTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const listeners = {
      message: (key: string): void => {
        settle(() => {
          resolve(key);
        });
      },
      error: (cause: Error): void => {
        settle(() => {
          reject(cause);
        });
      },
      exit: (): void => {
        settle(() => {
          reject(new Error('The thread that hashes passwords has ended.'));
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
