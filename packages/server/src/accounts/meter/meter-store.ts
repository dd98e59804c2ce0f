import type { Plan } from '../plans/plans.js';
import type { RefusalReason, Ticket } from './meter.js';

/** What the database says to one call. */
export type Verdict =
  | { readonly kind: 'refused'; readonly reason: 'unknown-user-id' }
  | { readonly kind: 'refused'; readonly reason: StandingRefusal; readonly accountId: string }
  | Metered;

/** Refusals that have nothing to do with how much was called. */
export type StandingRefusal = Exclude<RefusalReason, 'unknown-user-id' | 'rate-limit' | 'quota'>;

export interface Metered {
  readonly kind: 'metered';
  readonly result: 'held' | 'rate-limit' | 'quota';
  readonly accountId: string;
  readonly plan: Plan;
  readonly now: number;
  /** After this call. */
  readonly tat: number;
  /** Counted and held calls of the period, after this call. */
  readonly taken: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** The end of one call. */
export interface Settlement {
  readonly ticket: Ticket;
  readonly operation: string;
  readonly outcome: string;
  readonly counts: boolean;
}

/** The part of the meter that differs between databases. Both fail with `overloaded` when theirs does not answer. */
export interface MeterStore {
  take(lookupHash: string): Promise<Verdict>;
  settle(settlement: Settlement): Promise<void>;
  /** Opens what it needs; the server `serverId` has signed on before. */
  start(): Promise<void>;
  /** Finishes what is under way, and takes nothing more. */
  close(): Promise<void>;
}

export interface MeterStoreOptions {
  readonly serverId: string;
  readonly plans: ReadonlyMap<string, Plan>;
  /** For tests. Without it PostgreSQL's own clock counts, which all its servers share. */
  readonly clock?: (() => number) | undefined;
  /** How long a call may wait for the database. */
  readonly deadlineMs: number;
  /** Told why the database did not do what it was asked, for the operator's eyes. */
  readonly onProblem: (error: unknown) => void;
}
