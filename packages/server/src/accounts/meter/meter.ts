import type { ErrorCode } from '../../errors.js';

/** Counts calls and enforces plans: exactly, even with several servers on one database. */
export interface Meter {
  /** Finds the account of the user id and, if its plan allows another call now, reserves one call of the quota. */
  admit(userId: string): Promise<Admitted | Refused>;
  /**
   * The account whose call with this user id was admitted a moment ago. Lets a call be refused for another reason
   * before it is reserved. It does not admit a call: the plan may have ended since.
   */
  recentAdmission(userId: string): Known | undefined;
  /**
   * Counts the call or releases it, and adds it to the usage, before the response is sent. Only the first call for a
   * reservation has an effect; later ones have the same outcome. If it fails, the response must not be a success.
   */
  settle(reservation: Reservation, operation: string, outcome: string, counts: boolean): Promise<void>;
  /** Records a call that was refused without a reservation. Written once a second, apart from the calls. */
  noteRefusal(accountId: string, operation: string, code: string): void;
  start(): void;
  close(): Promise<void>;
}

/** One call in flight. It expires if it is not settled in time. */
export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly admittedAt: number;
  /** The stored hash of the user id with which the call was made. */
  readonly lookupHash: string;
}

/** The account of a call, and what its plan still allows. */
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

/** What is left after this call; null if the plan has no such limit. */
export interface Allowance {
  readonly rate: RateAllowance | null;
  readonly quota: QuotaAllowance | null;
}

export interface RateAllowance {
  readonly limit: number;
  readonly remaining: number;
  /** Until the full burst is available again. */
  readonly resetMs: number;
}

export interface QuotaAllowance {
  readonly limit: number;
  /** Counted calls and calls in flight. */
  readonly used: number;
  readonly remaining: number;
  /** Until the next period. */
  readonly resetMs: number;
}

export const isRefused = (answer: Admitted | Refused): answer is Refused => 'refused' in answer;
