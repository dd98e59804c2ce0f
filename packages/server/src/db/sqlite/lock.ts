/** The lock did not become free in time. Told apart from a file that another process has locked by its end only. */
class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
  readonly code = 'SQLITE_BUSY_HERE';
}

/** Gives the right to work to one at a time, in the order of asking. */
export class Lock {
  #isTaken = false;
  readonly #waiting = new Set<() => void>();

  /** The release, when nobody works: no turn of the event loop is lost then. */
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
        reject(new LockTimeout(`Other work kept the database for more than ${deadlineMs} ms.`));
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
      // Handed over directly, so that nobody slips in between.
      this.#waiting.delete(next);
      next();
    };
  }
}
