/** Gives the right to work to one at a time, in the order of asking. */
export class Lock {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** The release, when nobody works: no turn of the event loop is lost then. */
  tryAcquire(): (() => void) | undefined {
    if (this.#isTaken) return undefined;
    this.#isTaken = true;
    return this.#releaseOnce();
  }

  async acquire(): Promise<() => void> {
    const free = this.tryAcquire();
    if (free !== undefined) return free;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#releaseOnce();
  }

  #releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.#waiting.shift();
      // Handed over directly, so that nobody slips in between.
      if (next === undefined) this.#isTaken = false;
      else next();
    };
  }
}
