import { ServiceError } from '../../errors.js';
import { ExpiringMap, type Reservations, type Reserved } from './reservations.js';
import { allowanceOf, retryAfterMs, type AccountRefusal, type Standing } from './plan-rules.js';
import type { Admitted, Known, Meter, Refused, Reservation } from './meter.js';
import type { RefusalLog } from '../usage/refusal-log.js';

/** Unknown user ids are remembered, so that a flood of calls with one of them causes no queries. */
const UNKNOWN_LIMIT = 10_000;
/** User ids are random: an unknown one stays unknown, unless a database is restored under a running server. */
const UNKNOWN_MS = 5 * 60_000;
const REFUSED_LIMIT = 10_000;
/** Short, so that a change to a larger plan takes effect immediately. */
const REFUSED_MAX_MS = 1000;
const ADMITTED_LIMIT = 10_000;
/** Long enough that a flood queries the database about once a second, short enough for the figures to be current. */
const ADMITTED_MS = 1000;

const LOG_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

export interface MeterParts {
  readonly reservations: Pick<Reservations, 'reserve' | 'settle' | 'sweep' | 'close'>;
  readonly refusals: RefusalLog;
  readonly hashOf: (userId: string) => string;
  /** The other hash under which a user id may be stored; the same if there is only one secret. */
  readonly fallbackHashOf: (userId: string) => string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** How long a call may wait for the database. */
  readonly deadlineMs: number;
  /** Called with failures of background work, which is retried. */
  readonly onProblem: (error: unknown) => void;
}

/** Where an account stood in its plan, and when that was read. */
interface TimedStanding {
  readonly standing: Standing;
  readonly readAt: number;
}

type PlanRefusal = TimedStanding & { readonly reason: 'rate-limit' | 'quota' };

/** The meter for both databases. It caches refusals briefly, but never anything that would admit a call. */
export class DatabaseMeter implements Meter {
  readonly #parts: MeterParts;
  readonly #unknown: ExpiringMap<true>;
  readonly #refused: ExpiringMap<PlanRefusal>;
  readonly #admitted: ExpiringMap<TimedStanding>;
  readonly #queues: SerialQueues;
  readonly #settled = new WeakMap<Reservation, Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#unknown = new ExpiringMap(UNKNOWN_LIMIT, parts.now);
    this.#refused = new ExpiringMap(REFUSED_LIMIT, parts.now);
    this.#admitted = new ExpiringMap(ADMITTED_LIMIT, parts.now);
    this.#queues = new SerialQueues(parts.deadlineMs);
  }

  async admit(userId: string): Promise<Admitted | Refused> {
    const hash = this.#parts.hashOf(userId);
    // Checked again when it is the call's turn: the first refusal also applies to the calls queued behind it.
    return (
      this.#rememberedRefusal(hash) ??
      this.#queues.run(
        this.#queueOf(hash),
        async () => this.#rememberedRefusal(hash) ?? this.#reserve(hash, this.#parts.fallbackHashOf(userId)),
      )
    );
  }

  /** The queue of the account if it is known, whichever of its user ids is used. */
  #queueOf(hash: string): string {
    return this.#admitted.get(hash)?.standing.accountId ?? hash;
  }

  recentAdmission(userId: string): Known | undefined {
    const hash = this.#parts.hashOf(userId);
    const admitted = this.#admitted.get(hash);
    // A refusal by the plan takes precedence over other reasons.
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
    await Promise.all(this.#running);
    await this.#inBackground(() => this.#parts.refusals.write());
    await this.#parts.reservations.close();
  }

  async #reserve(hash: string, fallbackHash: string): Promise<Admitted | Refused> {
    const reserved = await this.#parts.reservations.reserve(hash, fallbackHash);
    if (reserved === undefined) {
      this.#unknown.set(hash, true, UNKNOWN_MS);
      return { refused: 'unknown-user-id' };
    }
    if (reserved.kind === 'account-refused') return accountRefusal(reserved.reason, reserved.accountId);
    return this.#answer(hash, reserved);
  }

  #answer(hash: string, reserved: Exclude<Reserved, { kind: 'account-refused' }>): Admitted | Refused {
    const timed = { standing: reserved.standing, readAt: this.#parts.now() };
    if (reserved.kind === 'plan-refused') {
      const refusal = { ...timed, reason: reserved.reason };
      if (reserved.lastsMs > 0) this.#refused.set(hash, refusal, Math.min(reserved.lastsMs, REFUSED_MAX_MS));
      return planRefusal(reserved.reason, reserved.standing);
    }
    this.#admitted.set(hash, timed, ADMITTED_MS);
    return { ...knownFrom(reserved.standing), reservation: reserved.reservation };
  }

  #rememberedRefusal(hash: string): Refused | undefined {
    if (this.#unknown.get(hash)) return { refused: 'unknown-user-id' };
    const refused = this.#refused.get(hash);
    return refused && planRefusal(refused.reason, this.#asOfNow(refused));
  }

  #asOfNow({ standing, readAt }: TimedStanding): Standing {
    return { ...standing, now: standing.now + this.#parts.now() - readAt };
  }

  async #settleOnce(
    reservation: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
  ): Promise<void> {
    // The reservation is gone, and another call may have used it: counting this one could exceed the quota.
    if (!(await this.#parts.reservations.settle(reservation, operation, outcome, counts)))
      throw new ServiceError('overloaded', undefined, {}, { because: 'database-unavailable' });
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const run = this.#inBackground(work).finally(() => {
        isBusy = false;
        this.#running.delete(run);
      });
      this.#running.add(run);
    }, ms);
    timer.unref();
    this.#timers.push(timer);
  }

  /** Nothing waits for this work: a failure is reported, and the next run retries it. */
  async #inBackground(work: () => Promise<void>): Promise<void> {
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

const MAX_WAITING = 10_000;

/**
 * Runs the work of each key one at a time, in order. A busy account waits here for its own calls, instead of blocking
 * every database connection on the lock of its row.
 */
class SerialQueues {
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  constructor(private readonly deadlineMs: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before === undefined ? work() : this.#after(before, work);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }

  async #after<T>(before: Promise<void>, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw overloaded();
    const until = performance.now() + this.deadlineMs;
    this.#waiting += 1;
    await before;
    this.#waiting -= 1;
    if (performance.now() > until) throw overloaded();
    return work();
  }
}

const overloaded = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'database-unavailable' });
