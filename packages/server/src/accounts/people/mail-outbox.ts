import { createAdmission } from '../../admission/admission.js';
import { SharedSlots } from '../../admission/shared-slots.js';
import { resolvesWithin } from '../../deadline.js';

/** Mails that are sent at the same time. */
const AT_ONCE = 20;
const AT_ONCE_PER_CALLER = 4;
/** How many of each kind may wait. Beyond that, those of the caller with the most give way. */
const MAX_WAITING = 200;
/** For mails that are still open when the service stops; well below the default of FACET_SHUTDOWN_MS. */
const CLOSE_MS = 3000;

export type MailKind = 'reset' | 'verification';

/**
 * Mails that are sent after the response, so that the response reveals nothing about them: neither by its content nor by
 * its duration. Callers take turns, and resets come before verifications: nobody who has many mails sent through a slow
 * mail server keeps others from a new password.
 */
export class Outbox {
  readonly #lanes;
  readonly #open = new Set<Promise<void>>();
  readonly #onFault: (message: string, cause: unknown) => void;

  constructor(onFault: (message: string, cause: unknown) => void) {
    this.#onFault = onFault;
    const slots = new SharedSlots(AT_ONCE);
    const limits = { maxWaiting: MAX_WAITING, concurrencyPerCaller: AT_ONCE_PER_CALLER, slots };
    this.#lanes = {
      reset: createAdmission({ ...limits, concurrency: AT_ONCE }),
      verification: createAdmission({ ...limits, concurrency: AT_ONCE / 2 }),
    } satisfies Record<MailKind, unknown>;
  }

  /** Throws `overloaded` if a mail of this caller would not be taken now. */
  check(kind: MailKind, caller: string): void {
    this.#lanes[kind].check(caller, Infinity);
  }

  post(kind: MailKind, caller: string, work: () => Promise<void>): void {
    const done = this.#lanes[kind].run(caller, new AbortController().signal, work).catch((cause: unknown) => {
      this.#onFault('A mail could not be sent.', cause);
    });
    this.#open.add(done);
    void done.finally(() => this.#open.delete(done));
  }

  /** Resolves when everything posted so far is done, or after a deadline. */
  async settled(): Promise<void> {
    if (await resolvesWithin(Promise.all(this.#open), CLOSE_MS)) return;
    this.#onFault(`Mails that were not sent before the service stopped: ${this.#open.size}.`, undefined);
  }
}
