import type { Admitted, Known, Meter, Refused, Ticket } from './meter.js';
import { allowanceOf, retryAfterMs } from './allowance.js';
import { BoundedMemory } from './bounded-memory.js';
import type { Metered, MeterStore, Verdict } from './meter-store.js';
import type { RefusalNotes } from './refusal-notes.js';
import type { Upkeep } from './upkeep.js';

/** Ids that nobody has, remembered so that a flood of calls with one costs no query. */
const UNKNOWN_LIMIT = 10_000;
/** Ids are random: one that nobody has will not be anybody's, short of a database restored under a running server. */
const UNKNOWN_MS = 5 * 60_000;
const HASTY_LIMIT = 10_000;
/** A larger plan should be felt at once, however slow the old one was. */
const HASTY_MAX_MS = 1000;
const ALLOWED_LIMIT = 10_000;
/** Long enough that a flood asks the database about once a second, and short enough that what is told is still true. */
const ALLOWED_MS = 1000;

export interface MeterParts {
  readonly store: MeterStore;
  readonly notes: RefusalNotes;
  readonly upkeep: Upkeep;
  readonly hashOf: (userId: string) => string;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

/** What the store said, and when it was heard. */
interface Remembered {
  readonly verdict: Metered;
  readonly heardAt: number;
}

/** The meter over either database. It remembers refusals for a moment, and nothing that would let a call pass. */
export class DatabaseMeter implements Meter {
  readonly #parts: MeterParts;
  readonly #unknown: BoundedMemory<true>;
  readonly #hasty: BoundedMemory<Remembered>;
  readonly #allowed: BoundedMemory<Remembered>;
  readonly #settled = new WeakMap<Ticket, Promise<void>>();

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#unknown = new BoundedMemory(UNKNOWN_LIMIT, parts.now);
    this.#hasty = new BoundedMemory(HASTY_LIMIT, parts.now);
    this.#allowed = new BoundedMemory(ALLOWED_LIMIT, parts.now);
  }

  async admit(userId: string): Promise<Admitted | Refused> {
    const hash = this.#parts.hashOf(userId);
    if (this.#unknown.get(hash)) return { refused: 'unknown-user-id' };
    const hasty = this.#hasty.get(hash);
    if (hasty !== undefined) return answerOf(this.#aged(hasty));
    const verdict = await this.#parts.store.take(hash);
    this.#remember(hash, verdict);
    return answerOf(verdict);
  }

  recall(userId: string): Known | undefined {
    const hash = this.#parts.hashOf(userId);
    const allowed = this.#allowed.get(hash);
    // Whoever is too hasty is told that, whatever else would refuse the call.
    if (allowed === undefined || this.#hasty.get(hash) !== undefined) return undefined;
    return knownFrom(this.#aged(allowed));
  }

  settle(ticket: Ticket, operation: string, outcome: string, counts: boolean): Promise<void> {
    const earlier = this.#settled.get(ticket);
    if (earlier !== undefined) return earlier;
    const settling = this.#parts.store.settle({ ticket, operation, outcome, counts });
    this.#settled.set(ticket, settling);
    if (!counts) this.#parts.notes.add(ticket.accountId, operation, outcome, false);
    return settling;
  }

  noteRefusal(accountId: string, operation: string, code: string): void {
    this.#parts.notes.add(accountId, operation, code, true);
  }

  async start(): Promise<void> {
    await this.#parts.upkeep.start();
    await this.#parts.store.start();
  }

  async close(): Promise<void> {
    await this.#parts.store.close();
    await this.#parts.upkeep.close();
  }

  #remember(hash: string, verdict: Verdict): void {
    if (verdict.kind === 'metered') {
      const heard = { verdict, heardAt: this.#parts.now() };
      if (verdict.result === 'rate-limit')
        this.#hasty.remember(hash, heard, Math.min(retryAfterMs(verdict), HASTY_MAX_MS));
      if (verdict.result === 'held') this.#allowed.remember(hash, heard, ALLOWED_MS);
    } else if (verdict.reason === 'unknown-user-id') this.#unknown.remember(hash, true, UNKNOWN_MS);
  }

  #aged({ verdict, heardAt }: Remembered): Metered {
    return { ...verdict, now: verdict.now + this.#parts.now() - heardAt };
  }
}

function answerOf(verdict: Verdict): Admitted | Refused {
  if (verdict.kind === 'refused')
    return verdict.reason === 'unknown-user-id'
      ? { refused: verdict.reason }
      : { refused: verdict.reason, accountId: verdict.accountId };
  const { accountId, periodStart, periodEnd, now, result } = verdict;
  const known = knownFrom(verdict);
  if (result !== 'held')
    return { refused: result, accountId, allowance: known.allowance, retryAfterMs: retryAfterMs(verdict) };
  return { ...known, ticket: { accountId, periodStart, periodEnd, admittedAt: now } };
}

const knownFrom = (verdict: Metered): Known => ({
  account: { accountId: verdict.accountId, plan: verdict.plan.id },
  allowance: allowanceOf(verdict),
});
