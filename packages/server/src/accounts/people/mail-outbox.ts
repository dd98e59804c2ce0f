/** Further mails are dropped: no person requests that many at once. */
const MAX_OPEN = 20;

/**
 * Work that continues after the response, so that the response reveals nothing about it: neither by its content nor by
 * its duration.
 */
export class Outbox {
  readonly #open = new Set<Promise<void>>();
  readonly #onFault: (message: string, cause: unknown) => void;

  constructor(onFault: (message: string, cause: unknown) => void) {
    this.#onFault = onFault;
  }

  post(work: () => Promise<void>): void {
    if (this.#open.size >= MAX_OPEN) {
      this.#onFault('A mail was dropped: too many are on their way.', undefined);
      return;
    }
    const done = work().catch((cause: unknown) => {
      this.#onFault('A mail could not be sent.', cause);
    });
    this.#open.add(done);
    void done.finally(() => this.#open.delete(done));
  }

  /** Resolves when everything posted so far is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }
}
