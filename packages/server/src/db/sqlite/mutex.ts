/**
 * The mutex was not released in time. Its code differs from that of a file locked by another process only at the end.
 */
class MutexTimeout extends Error {
  override readonly name = 'MutexTimeout';
  readonly code = 'SQLITE_BUSY_HERE';
}

/** A mutex: first come, first served. */
export class Mutex {
  #isTaken = false;
  readonly #waiting = new Set<() => void>();

  /** Takes a free mutex synchronously, and returns its release function. */
  tryAcquire(): (() => void) | undefined {
    if (this.#isTaken) return undefined;
    this.#isTaken = true;
    return this.#releaseOnce();
  }

  async acquire(deadlineMs: number): Promise<() => void> {
    const free = this.tryAcquire();
    if (free !== undefined) return free;
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new MutexTimeout(`Other work kept the database for more than ${deadlineMs} ms.`));
      }, deadlineMs);
      this.#waiting.add(turn);
    });
    return this.#releaseOnce();
  }

  #releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#isTaken = false;
        return;
      }
      // Passed on directly, so that no other caller can take it in between.
      this.#waiting.delete(next);
      next();
    };
  }
}
