import type { ErrorCode } from '../../errors.js';

/** Counts calls and keeps accounts within their plans: exactly, also with several servers on one database. */
export interface Meter {
  /** Who the id belongs to and whether the plan allows one more call now; holds one call of the quota. */
  admit(userId: string): Promise<Admitted | Refused>;
  /**
   * Whose call with this id was allowed a moment ago, for whoever refuses calls for reasons of its own and wants to do so
   * before one is held. The plan may have ended since: it is no leave to let a call pass.
   */
  recall(userId: string): Known | undefined;
  /**
   * Before the answer goes out: counts the call or gives it back, and adds it to the usage. Only the first
   * settling of a ticket does anything; later ones end as it ended. When it fails, the call has not been
   * counted, and its answer must not go out as a success.
   */
  settle(ticket: Ticket, operation: string, outcome: string, counts: boolean): Promise<void>;
  /** For what is refused without a ticket. Kept in memory and written in batches, away from the calls. */
  noteRefusal(accountId: string, operation: string, code: string): void;
  /** Signs on at the database and gives back what servers that died had in flight. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** One call in flight. */
export interface Ticket {
  readonly accountId: string;
  /** The period that the call counts in, whenever it ends. */
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly admittedAt: number;
}

/** Whom a call is of, and what the plan allows. */
export interface Known {
  readonly account: { readonly accountId: string; readonly plan: string };
  readonly allowance: Allowance;
}

export interface Admitted extends Known {
  readonly ticket: Ticket;
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
