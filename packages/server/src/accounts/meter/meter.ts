import type { ErrorCode } from '../../errors.js';

/** Counts calls and keeps accounts within their plans: exactly, also with several servers on one database. */
export interface Meter {
  /** Who the id belongs to and whether the plan allows one more call now; if so, reserves one call of the quota. */
  admit(userId: string): Promise<Admitted | Refused>;
  /**
   * Whose call with this id was admitted a moment ago, for whoever refuses calls for other reasons and wants to do so
   * before one is reserved. The plan may have ended since: it is no permission to let a call pass.
   */
  recentAdmission(userId: string): Known | undefined;
  /**
   * Before the answer goes out: counts the call or releases it, and adds it to the usage. Only the first settling of a
   * reservation does anything; later ones end as it ended. When it fails, the answer must not go out as a success.
   */
  settle(reservation: Reservation, operation: string, outcome: string, counts: boolean): Promise<void>;
  /** For what is refused without a reservation. Kept in memory and written once a second, away from the calls. */
  noteRefusal(accountId: string, operation: string, code: string): void;
  start(): void;
  close(): Promise<void>;
}

/** One call in flight. It frees itself when it is not settled in time. */
export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly admittedAt: number;
  /** Of the user id that the call was made with. */
  readonly lookupHash: string;
}

/** Whose call it is, and what the plan allows. */
export interface Known {
  readonly account: { readonly accountId: string; readonly plan: string };
  readonly allowance: Allowance;
}

export interface Admitted extends Known {
  readonly reservation: Reservation;
}

export type RefusalReason = Extract<
  ErrorCode,
  'unknown-user-id' | 'no-subscription' | 'subscription-ended' | 'account-suspended' | 'rate-limit' | 'quota'
>;

export interface Refused {
  readonly refused: RefusalReason;
  readonly accountId?: string;
  readonly allowance?: Allowance;
  readonly retryAfterMs?: number;
}

/** What is left after this call; null where the plan sets no limit. */
export interface Allowance {
  readonly rate: RateAllowance | null;
  readonly quota: QuotaAllowance | null;
}

export interface RateAllowance {
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole burst is there again. */
  readonly resetMs: number;
}

export interface QuotaAllowance {
  readonly limit: number;
  /** Counted calls and those in flight. */
  readonly used: number;
  readonly remaining: number;
  /** Until the next period. */
  readonly resetMs: number;
}

export const isRefused = (answer: Admitted | Refused): answer is Refused => 'refused' in answer;
