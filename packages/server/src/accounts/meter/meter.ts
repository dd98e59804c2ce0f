import { ServiceError } from '../../errors.js';
import { ExpiringMap } from '../../work/expiring-map.js';
import { KeyedMutex } from '../../work/mutex.js';
import { RepeatedWork } from '../../work/repeated-work.js';
import { UnknownKeys } from '../api-keys/unknown-keys.js';
import type { RejectionLog } from '../usage/rejection-log.js';
import {
  limitsOf,
  retryAfterMs,
  type AccountRejection,
  type KeyUse,
  type PlanLimits,
  type PlanRejection,
  type Standing,
} from './plan-rules.js';
import type { Reservation, ReservationDecision, Reservations } from './reservations.js';

export type { PlanLimits, Reservation };

const REJECTED_LIMIT = 10_000;
/** Short, so that a change to a larger plan takes effect immediately. */
const REJECTED_MAX_MS = 1000;
const ADMITTED_LIMIT = 10_000;
/** Long enough that a flood queries the database about once a second, short enough for the figures to be current. */
const ADMITTED_MS = 1000;

/** Calls that wait for others of their accounts; further ones are rejected. */
const MAX_WAITING = 10_000;

const LOG_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

export interface MeterParts {
  readonly reservations: Pick<Reservations, 'reserve' | 'admitUncounted' | 'settle' | 'sweep' | 'close'>;
  readonly rejections: RejectionLog;
  readonly hashOf: (apiKey: string) => string;
  /** The other hash under which an API key may be stored; the same if there is only one secret. */
  readonly fallbackHashOf: (apiKey: string) => string;
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

/** The account of a call, and what its plan still allows. */
export interface AdmittedAccount {
  readonly account: { readonly accountId: string; readonly plan: string };
  readonly limits: PlanLimits;
}

export interface AdmittedCall extends AdmittedAccount {
  readonly reservation: Reservation;
}

export interface Rejected {
  readonly rejected: AccountRejection | PlanRejection | 'unknown-api-key';
  readonly accountId?: string;
  readonly limits?: PlanLimits;
  readonly retryAfterMs?: number;
}

export const isRejected = (decision: AdmittedAccount | Rejected): decision is Rejected =>
  'rejected' in decision;

type MeterObserver = (step: 'admit' | 'settle', result: 'ok' | 'failed', milliseconds: number) => void;

/**
 * Counts calls and enforces plans: exactly, even with several servers on one database. It caches rejections briefly,
 * but never anything that would admit a call.
 */
export class Meter {
  readonly #parts: MeterParts;
  readonly #unknown: UnknownKeys;
  readonly #rejected: ExpiringMap<TimedStanding & { readonly reason: PlanRejection }>;
  readonly #admitted: ExpiringMap<TimedStanding>;
  /**
   * A busy account waits here for its own calls, instead of blocking every database connection on the lock of its row.
   */
  readonly #queues = new KeyedMutex({ maxWaiting: MAX_WAITING, rejection: overloaded });
  readonly #settled = new WeakMap<Reservation, Promise<void>>();
  readonly #logging: RepeatedWork;
  readonly #sweeping: RepeatedWork;
  #isClosed = false;
  /** Called with the duration of each call of the meter. */
  observer: MeterObserver = () => undefined;

  constructor(parts: MeterParts) {
    this.#parts = parts;
    this.#unknown = new UnknownKeys(parts.now);
    this.#rejected = new ExpiringMap(REJECTED_LIMIT, parts.now);
    this.#admitted = new ExpiringMap(ADMITTED_LIMIT, parts.now);
    this.#logging = new RepeatedWork(() => parts.rejections.write(), parts.onProblem);
    this.#sweeping = new RepeatedWork(() => parts.reservations.sweep(), parts.onProblem);
  }

  /** Finds the account of the API key and, if its plan allows so many calls now, reserves them. */
  admit(apiKey: string, use?: KeyUse, calls = 1): Promise<AdmittedCall | Rejected> {
    const hash = this.#parts.hashOf(apiKey);
    // Checked again when it is the call's turn: the first rejection also applies to the calls queued behind it.
    return this.#measured(
      'admit',
      async () =>
        this.#rememberedRejection(hash, calls) ??
        this.#queues.run(
          this.#queueOf(hash),
          () =>
            this.#rememberedRejection(hash, calls) ??
            this.#reserve(hash, this.#parts.fallbackHashOf(apiKey), use, calls),
          this.#parts.deadlineMs,
        ),
    );
  }

  /** Under which an API key may be stored. */
  hashesOf(apiKey: string): readonly string[] {
    const { hashOf, fallbackHashOf } = this.#parts;
    return [...new Set([hashOf(apiKey), fallbackHashOf(apiKey)])];
  }

  /** The same for a call that does not count against the quota: the rate of the plan applies, and the quota does not. */
  admitUncounted(apiKey: string, use?: KeyUse): Promise<AdmittedAccount | Rejected> {
    const hash = this.#parts.hashOf(apiKey);
    const remembered = (): Rejected | undefined => {
      const rejection = this.#rememberedRejection(hash, 0);
      return rejection?.rejected === 'quota' ? undefined : rejection;
    };
    return this.#measured(
      'admit',
      async () =>
        remembered() ??
        this.#queues.run(
          this.#queueOf(hash),
          () => remembered() ?? this.#decideUncounted(hash, apiKey, use),
          this.#parts.deadlineMs,
        ),
    );
  }

  async #decideUncounted(
    hash: string,
    apiKey: string,
    use: KeyUse | undefined,
  ): Promise<AdmittedAccount | Rejected> {
    const fallbackHash = this.#parts.fallbackHashOf(apiKey);
    const decision = await this.#parts.reservations.admitUncounted(hash, fallbackHash, use);
    if (decision === undefined) {
      this.#unknown.add(hash);
      return { rejected: 'unknown-api-key' };
    }
    if (decision.kind === 'account-rejected') return accountRejection(decision.reason, decision.accountId);
    return decision.kind === 'plan-rejected'
      ? planRejection(decision.reason, decision.standing)
      : knownFrom(decision.standing);
  }

  /** The queue of the account if it is known, whichever of its API keys is used. */
  #queueOf(hash: string): string {
    return this.#admitted.get(hash)?.standing.accountId ?? hash;
  }

  /**
   * The account whose call with this API key was admitted a moment ago. Lets a call be rejected for another reason
   * before it is reserved. It does not admit a call: the plan may have ended since.
   */
  recentAdmission(apiKey: string): AdmittedAccount | undefined {
    const hash = this.#parts.hashOf(apiKey);
    const admitted = this.#admitted.get(hash);
    // A rejection by the plan takes precedence over other reasons.
    if (admitted === undefined || this.#rejected.get(hash) !== undefined) return undefined;
    return knownFrom(this.#asOfNow(admitted));
  }

  /**
   * Counts so many of the reserved calls or releases all, and adds them to the usage, before the response is sent. Only the first call for a
   * reservation has an effect; later ones end the same way. If it fails, the response must not be a success.
   */
  settle(
    reservation: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
    used = reservation.calls,
  ): Promise<void> {
    const earlier = this.#settled.get(reservation);
    if (earlier !== undefined) return earlier;
    const settling = this.#measured('settle', () =>
      this.#settleOnce(reservation, operation, outcome, counts, used),
    );
    this.#settled.set(reservation, settling);
    if (!counts) this.#parts.rejections.add(reservation.accountId, operation, outcome, false);
    return settling;
  }

  /** Records a call that was rejected without a reservation. Written once a second, apart from the calls. */
  noteRejection(accountId: string, operation: string, code: string): void {
    this.#parts.rejections.add(accountId, operation, code, true);
  }

  start(): void {
    this.#logging.start(LOG_EVERY_MS);
    this.#sweeping.start(SWEEP_EVERY_MS);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([this.#logging.stop(), this.#sweeping.stop()]);
    await this.#logging.run();
    await this.#parts.reservations.close();
  }

  async #reserve(
    hash: string,
    fallbackHash: string,
    use: KeyUse | undefined,
    calls: number,
  ): Promise<AdmittedCall | Rejected> {
    const reserved = await this.#parts.reservations.reserve(hash, fallbackHash, use, calls);
    if (reserved === undefined) {
      this.#unknown.add(hash);
      return { rejected: 'unknown-api-key' };
    }
    if (reserved.kind === 'account-rejected') return accountRejection(reserved.reason, reserved.accountId);
    return this.#decided(hash, reserved);
  }

  #decided(
    hash: string,
    reserved: Exclude<ReservationDecision, { kind: 'account-rejected' }>,
  ): AdmittedCall | Rejected {
    const timed = { standing: reserved.standing, readAt: this.#parts.now() };
    if (reserved.kind === 'plan-rejected') {
      const rejection = { ...timed, reason: reserved.reason };
      if (reserved.lastsMs > 0)
        this.#rejected.set(hash, rejection, Math.min(reserved.lastsMs, REJECTED_MAX_MS));
      return planRejection(reserved.reason, reserved.standing);
    }
    this.#admitted.set(hash, timed, ADMITTED_MS);
    return { ...knownFrom(reserved.standing), reservation: reserved.reservation };
  }

  #rememberedRejection(hash: string, calls: number): Rejected | undefined {
    if (this.#unknown.has(hash)) return { rejected: 'unknown-api-key' };
    const rejected = this.#rejected.get(hash);
    return rejected && planRejection(rejected.reason, { ...this.#asOfNow(rejected), calls });
  }

  #asOfNow({ standing, readAt }: TimedStanding): Standing {
    return { ...standing, now: standing.now + this.#parts.now() - readAt };
  }

  async #settleOnce(
    reservation: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
    used: number,
  ): Promise<void> {
    // The reservation is gone, and another call may have used it: counting this one could exceed the quota.
    if (!(await this.#parts.reservations.settle(reservation, operation, outcome, counts, used)))
      throw new ServiceError('overloaded', undefined, {}, { because: 'database-unavailable' });
    // What was given back may be enough for a call that was rejected a moment ago.
    if ((counts ? used : 1) < reservation.calls) this.#rejected.delete(reservation.lookupHash);
  }

  async #measured<T>(step: 'admit' | 'settle', work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let result: 'ok' | 'failed' = 'failed';
    try {
      const value = await work();
      result = 'ok';
      return value;
    } finally {
      this.observer(step, result, performance.now() - began);
    }
  }
}

const accountRejection = (rejected: AccountRejection, accountId: string): Rejected => ({
  rejected,
  accountId,
});

const planRejection = (rejected: PlanRejection, standing: Standing): Rejected => ({
  rejected,
  accountId: standing.accountId,
  limits: limitsOf(standing),
  retryAfterMs: retryAfterMs(rejected, standing),
});

const knownFrom = (standing: Standing): AdmittedAccount => ({
  account: { accountId: standing.accountId, plan: standing.plan.id },
  limits: limitsOf(standing),
});

const overloaded = (): ServiceError =>
  new ServiceError('overloaded', undefined, {}, { because: 'database-unavailable' });
