/** Gives the place back; further calls do nothing. */
type Release = () => void;

export interface WaitOptions {
  /** How many may wait; further ones are rejected at once. Default: any number. */
  readonly maxWaiting?: number;
  /** What whoever waits too long, or in vain, is told. */
  readonly rejection?: (waitedMs: number) => Error;
}

/** Lets so many in at a time: first come, first served. */
export class Semaphore {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #rejection: (waitedMs: number) => Error;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(places: number, { maxWaiting = Infinity, rejection = tooLate }: WaitOptions = {}) {
    this.#places = places;
    this.#maxWaiting = maxWaiting;
    this.#rejection = rejection;
  }

  get isIdle(): boolean {
    return this.#taken === 0;
  }

  get isFull(): boolean {
    return this.#taken >= this.#places;
  }

  /** Takes a free place synchronously. */
  tryAcquire(): Release | undefined {
    if (this.isFull) return undefined;
    this.#taken += 1;
    return this.#releaseOnce();
  }

  async acquire(deadlineMs = Infinity): Promise<Release> {
    const free = this.tryAcquire();
    if (free !== undefined) return free;
    if (this.#waiting.size >= this.#maxWaiting) throw this.#rejection(0);
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(turn);
      if (deadlineMs < Infinity)
        timer = setTimeout(() => {
          this.#waiting.delete(turn);
          reject(this.#rejection(deadlineMs));
        }, deadlineMs);
    });
    return this.#releaseOnce();
  }

  /** Runs the work in its turn. */
  async run<T>(work: () => T | Promise<T>, deadlineMs?: number): Promise<T> {
    const release = this.tryAcquire() ?? (await this.acquire(deadlineMs));
    try {
      return await work();
    } finally {
      release();
    }
  }

  #releaseOnce(): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#taken -= 1;
        return;
      }
      // Passed on directly, so that nobody else can take the place in between.
      this.#waiting.delete(next);
      next();
    };
  }
}

/** Lets one in at a time. */
export class Mutex extends Semaphore {
  constructor(options?: WaitOptions) {
    super(1, options);
  }
}

/** Runs the work of each key one at a time, in order. Nothing is kept of a key without work. */
export class KeyedMutex {
  readonly #options: WaitOptions;
  readonly #mutexes = new Map<string, Mutex>();
  #waiting = 0;

  /** `maxWaiting` counts what waits under all keys together. */
  constructor(options: WaitOptions = {}) {
    this.#options = options;
  }

  async run<T>(key: string, work: () => T | Promise<T>, deadlineMs?: number): Promise<T> {
    const { maxWaiting = Infinity, rejection = tooLate } = this.#options;
    const mutex = this.#mutexes.get(key) ?? new Mutex({ rejection });
    this.#mutexes.set(key, mutex);
    let isWaiting = mutex.isFull;
    if (isWaiting && this.#waiting >= maxWaiting) throw rejection(0);
    const began = (): void => {
      if (isWaiting) this.#waiting -= 1;
      isWaiting = false;
    };
    if (isWaiting) this.#waiting += 1;
    try {
      return await mutex.run(() => {
        began();
        return work();
      }, deadlineMs);
    } finally {
      began();
      if (mutex.isIdle) this.#mutexes.delete(key);
    }
  }

  /** How many keys have work. */
  get size(): number {
    return this.#mutexes.size;
  }
}

const tooLate = (waitedMs: number): Error => new Error(`Waited for more than ${waitedMs} ms in vain.`);
