import { ServiceError } from '../../errors.js';
import { BoundedMemory } from './bounded-memory.js';
import { allowanceOf, retryAfterMs, type AccountRefusal, type Standing } from './decide.js';
import { InOrder } from './in-order.js';
import type { Admitted, Known, Meter, Refused, Reservation } from './meter.js';
import type { RefusalLog } from '../usage/refusal-log.js';
import type { Reservations, Reserved } from './reservations.js';

/** Ids that nobody has, remembered so that a flood of calls with one costs no query. */
const UNKNOWN_LIMIT = 10_000;
/** Ids are random: one that nobody has will not be anybody's, short of a database restored under a running server. */
const UNKNOWN_MS = 5 * 60_000;
const REFUSED_LIMIT = 10_000;
/** A larger plan should be felt at once. */
const REFUSED_MAX_MS = 1000;
const ADMITTED_LIMIT = 10_000;
/** Long enough that a flood asks the database about once a second, and short enough that what is told is still true. */
const ADMITTED_MS = 1000;

const LOG_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

export interface MeterParts {
  readonly reservations: Pick<Reservations, 'reserve' | 'settle' | 'sweep'> & { close(): Promise<void> };
  readonly refusals: RefusalLog;
  readonly hashOf: (userId: string) => string;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** How long a call may wait for the database. */
  readonly deadlineMs: number;
  /** Told of failures in the background, which are tried again. */
  readonly onProblem: (error: unknown) => void;
}

/** Where an account stood, and when that was heard. */
interface Heard {
  readonly standing: Standing;
  readonly heardAt: number;
}

type PlanRefusal = Heard & { readonly reason: 'rate-limit' | 'quota' };

/** The meter over either database. It remembers refusals for a moment, and nothing that would let a call pass. */
export class DatabaseMeter implements Meter {
  readonly #parts: MeterParts;
  readonly #unknown: BoundedMemory<true>;
  readonly #refused: BoundedMemory<PlanRefusal>;
  readonly #admitted: BoundedMemory<Heard>;
  readonly #inOrder: InOrder;
  readonly #settled = new WeakMap<Reservation, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#unknown = new BoundedMemory(UNKNOWN_LIMIT, parts.now);
    this.#refused = new BoundedMemory(REFUSED_LIMIT, parts.now);
    this.#admitted = new BoundedMemory(ADMITTED_LIMIT, parts.now);
    this.#inOrder = new InOrder(parts.deadlineMs);
  }

  async admit(userId: string): Promise<Admitted | Refused> {
    const hash = this.#parts.hashOf(userId);
    // Again when its turn has come: of many calls at once the first that is refused speaks for those behind it.
    return (
      this.#rememberedRefusal(hash) ??
      this.#inOrder.run(this.#queueOf(hash), async () => this.#rememberedRefusal(hash) ?? this.#reserve(hash))
    );
  }

  /** One for the account where it is known, whichever of its user ids the calls are made with. */
  #queueOf(hash: string): string {
    return this.#admitted.get(hash)?.standing.accountId ?? hash;
  }

  recentAdmission(userId: string): Known | undefined {
    const hash = this.#parts.hashOf(userId);
    const admitted = this.#admitted.get(hash);
    // A refusal by the plan is told first, whatever else would refuse the call.
    if (admitted === undefined || this.#refused.get(hash) !== undefined) return undefined;
    return knownFrom(this.#asOfNow(admitted));
  }

  settle(reservation: Reservation, operation: string, outcome: string, counts: boolean): Promise<void> {
    const earlier = this.#settled.get(reservation);
    if (earlier !== undefined) return earlier;
    const settling = this.#settleOnce(reservation, operation, outcome, counts);
    this.#settled.set(reservation, settling);
    if (!counts) this.#parts.refusals.add(reservation.accountId, operation, outcome, false);
    return settling;
  }

  noteRefusal(accountId: string, operation: string, code: string): void {
    this.#parts.refusals.add(accountId, operation, code, true);
  }

  start(): void {
    this.#every(LOG_EVERY_MS, () => this.#parts.refusals.write());
    this.#every(SWEEP_EVERY_MS, () => this.#parts.reservations.sweep());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay);
    await this.#quietly(() => this.#parts.refusals.write());
    await this.#parts.reservations.close();
  }

  async #reserve(hash: string): Promise<Admitted | Refused> {
    const reserved = await this.#parts.reservations.reserve(hash);
    if (reserved === undefined) {
      this.#unknown.remember(hash, true, UNKNOWN_MS);
      return { refused: 'unknown-user-id' };
    }
    if (reserved.kind === 'account-refused') return accountRefusal(reserved.reason, reserved.accountId);
    return this.#answer(hash, reserved);
  }

  #answer(hash: string, reserved: Exclude<Reserved, { kind: 'account-refused' }>): Admitted | Refused {
    const heard = { standing: reserved.standing, heardAt: this.#parts.now() };
    if (reserved.kind === 'plan-refused') {
      const refusal = { ...heard, reason: reserved.reason };
      if (reserved.lastsMs > 0)
        this.#refused.remember(hash, refusal, Math.min(reserved.lastsMs, REFUSED_MAX_MS));
      return planRefusal(reserved.reason, reserved.standing);
    }
    this.#admitted.remember(hash, heard, ADMITTED_MS);
    return { ...knownFrom(reserved.standing), reservation: reserved.reservation };
  }

  #rememberedRefusal(hash: string): Refused | undefined {
    if (this.#unknown.get(hash)) return { refused: 'unknown-user-id' };
    const refused = this.#refused.get(hash);
    return refused && planRefusal(refused.reason, this.#asOfNow(refused));
  }

  #asOfNow({ standing, heardAt }: Heard): Standing {
    return { ...standing, now: standing.now + this.#parts.now() - heardAt };
  }

  async #settleOnce(
    reservation: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
  ): Promise<void> {
    // Another call may have taken its place, so that counting it now could exceed the quota.
    if (!(await this.#parts.reservations.settle(reservation, operation, outcome, counts)))
      throw new ServiceError('overloaded', undefined, {}, { because: 'database-away' });
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const turn = this.#quietly(work).finally(() => {
        isBusy = false;
        this.#underWay.delete(turn);
      });
      this.#underWay.add(turn);
    }, ms);
    timer.unref();
    this.#timers.push(timer);
  }

  /** Nobody waits for it, so its failure is told and tried again the next time. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.onProblem(error);
    }
  }
}

const accountRefusal = (refused: AccountRefusal, accountId: string): Refused => ({ refused, accountId });

const planRefusal = (refused: 'rate-limit' | 'quota', standing: Standing): Refused => ({
  refused,
  accountId: standing.accountId,
  allowance: allowanceOf(standing),
  retryAfterMs: retryAfterMs(refused, standing),
});

const knownFrom = (standing: Standing): Known => ({
  account: { accountId: standing.accountId, plan: standing.plan.id },
  allowance: allowanceOf(standing),
});
