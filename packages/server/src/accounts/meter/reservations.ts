import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { TransactionResult, RowsOf, Transactions } from '../../db/prepared/transactions.js';
import { ExpiringMap } from '../../work/expiring-map.js';
import type { Plans } from '../plans/plans.js';
import { dayOf } from '../plans/periods.js';
import {
  decide,
  keyRejection,
  unusedRateMs,
  type CallCounts,
  type Decision,
  type KeyState,
  type KeyUse,
  type Standing,
} from './plan-rules.js';
import { meterStatements, type LookupHashes, type MeterStatements } from './statements.js';

/** Resolution of the last use of an API key: writing it more often would cost too much. */
const LAST_USE_RESOLUTION_MS = 60_000;
const MARKED_LIMIT = 10_000;

interface ReservationsOptions {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly plans: Plans;
  /** When a reservation expires. */
  readonly lifetimeMs: number;
  /** For tests and for SQLite. Without it, PostgreSQL's clock is used. */
  readonly clock: (() => number) | undefined;
}

/** A request in flight. It expires if it is not settled in time. */
export interface Reservation {
  readonly id: string;
  /** How many calls of the quota it may take. */
  readonly calls: number;
  /** What it gives back of the rate if it takes fewer, in milliseconds of the account's `tat`. */
  readonly unusedRateMs: (used: number) => number;
  readonly accountId: string;
  readonly admittedAt: number;
  /** The stored hash of the API key with which the call was made. */
  readonly lookupHash: string;
}

/** The decision about a call, with its reservation if it was admitted. */
export type ReservationDecision =
  | Exclude<Decision, { kind: 'admitted' }>
  | { readonly kind: 'admitted'; readonly standing: Standing; readonly reservation: Reservation };

/** The calls in flight: one transaction reserves a call, another one settles it. */
export class Reservations {
  readonly #statements: MeterStatements;
  /** API keys whose last use was written recently. */
  readonly #marked = new ExpiringMap<true>(MARKED_LIMIT);

  constructor(private readonly options: ReservationsOptions) {
    this.#statements = meterStatements(options.database);
  }

  /** Decides about the calls of a request and reserves them; undefined if the API key is unknown. */
  async reserve(
    hash: string,
    fallbackHash = hash,
    use: KeyUse = {},
    calls = 1,
  ): Promise<ReservationDecision | undefined> {
    const found = await this.#tryReserve({ hash, fallbackHash }, use, calls);
    if (found !== 'expired') return found;
    // Rare: reservations of a server that crashed, or that could not be settled.
    const { lockAccount, dropExpired } = this.#statements;
    await this.options.transactions.writeAll([
      lockAccount({ hash, fallbackHash }),
      dropExpired({ hash, fallbackHash, now: this.#now() }),
    ]);
    return this.reserve(hash, fallbackHash, use, calls);
  }

  /** Decides about a call that does not count against the quota, and so needs no reservation. */
  admitUncounted(hash: string, fallbackHash = hash, use: KeyUse = {}): Promise<Decision | undefined> {
    const { transactions, plans } = this.options;
    const { lockAccount, countCalls, setTat } = this.#statements;
    const hashes = { hash, fallbackHash };
    return transactions.readThenWrite(
      [lockAccount(hashes), countCalls({ ...hashes, now: this.#now() })],
      ([[account], counted]): TransactionResult<Decision | undefined> => {
        if (account === undefined) return { writes: [], result: undefined };
        const counts = countsOf(counted);
        const decision = rejectedKey(account, use, counts.now) ?? decide(account, counts, plans, 0);
        if (decision.kind !== 'admitted' || decision.standing.tat === account.tat)
          return { writes: [], result: decision };
        const { accountId, tat } = decision.standing;
        return { writes: [setTat({ accountId, tat })], result: decision };
      },
    );
  }

  #tryReserve(
    hashes: LookupHashes,
    use: KeyUse,
    calls: number,
  ): Promise<ReservationDecision | 'expired' | undefined> {
    const { transactions, plans, lifetimeMs } = this.options;
    const { lockAccount, countCalls, setTat, reserve } = this.#statements;
    return transactions.readThenWrite(
      [lockAccount(hashes), countCalls({ ...hashes, now: this.#now() })],
      ([[account], counted]): TransactionResult<ReservationDecision | 'expired' | undefined> => {
        if (account === undefined) return { writes: [], result: undefined };
        const counts = countsOf(counted);
        if (counts.expiry <= counts.now) return { writes: [], result: 'expired' };
        const decision = rejectedKey(account, use, counts.now) ?? decide(account, counts, plans, calls);
        if (decision.kind !== 'admitted') return { writes: [], result: decision };

        const { standing } = decision;
        const { accountId, period, now: admittedAt, tat } = standing;
        const { lookupHash } = account;
        const reservation = {
          ...{ id: randomUUID(), accountId, admittedAt, lookupHash, calls },
          unusedRateMs: (used: number) => unusedRateMs(standing, used),
        };
        const reserving = reserve({
          ...reservation,
          periodStart: period.start,
          periodEnd: period.end,
          expiresAt: admittedAt + lifetimeMs,
        });
        const writes = tat === account.tat ? [reserving] : [setTat({ accountId, tat }), reserving];
        return { writes, result: { ...decision, reservation } };
      },
    );
  }

  /**
   * Counts so many of the reserved calls, or releases all. False if the reservation no longer exists: it expired, was lost when the
   * database crashed, or was settled by an attempt whose response was lost. Only in the last case was the call counted,
   * and the cases cannot be told apart.
   */
  async settle(
    { id, accountId, admittedAt, lookupHash: hash, calls, unusedRateMs: unused }: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
    used = calls,
  ): Promise<boolean> {
    const { settle, markUsed, returnRate } = this.#statements;
    const isMarked = this.#marked.get(hash) === true;
    if (!isMarked) this.#marked.set(hash, true, LAST_USE_RESOLUTION_MS);
    const settling = settle(
      { id, day: dayOf(admittedAt), operation, outcome, calls: counts ? used : 1 },
      counts,
    );
    const ms = unused(counts ? used : 1);
    // Before the reservation goes, and the account first, as whoever reserves locks them.
    const returning = ms > 0 ? [returnRate({ id, accountId, ms })] : [];
    const rows = await this.options.transactions.writeAll([
      ...returning,
      ...settling,
      ...(isMarked ? [] : [markUsed({ hash, at: admittedAt })]),
    ]);
    return rows[returning.length + settling.length - 1]?.length === 1;
  }

  /** Removes expired reservations of accounts that have made no call since. */
  async sweep(): Promise<void> {
    await this.options.transactions.writeAll([this.#statements.sweepExpired({ now: this.#now() })]);
  }

  close(): Promise<void> {
    return this.options.transactions.close();
  }

  #now(): number | null {
    return this.options.clock?.() ?? null;
  }
}

function rejectedKey(
  key: KeyState & { readonly accountId: string },
  use: KeyUse,
  now: number,
): Extract<Decision, { kind: 'account-rejected' }> | undefined {
  const reason = keyRejection(key, use, now);
  return reason === null ? undefined : { kind: 'account-rejected', reason, accountId: key.accountId };
}

/** Includes the time at which the first reservation expires. */
function countsOf(
  rows: RowsOf<ReturnType<MeterStatements['countCalls']>>,
): CallCounts & { readonly expiry: number } {
  let now: number | undefined;
  let firstExpiry = Infinity;
  const used = new Map<number, number>();
  const reserved = new Map<number, number>();
  for (const { kind, moment, calls, expiry } of rows)
    if (kind === 'now') now = moment;
    else if (kind === 'used') used.set(moment, calls);
    else {
      reserved.set(moment, calls);
      firstExpiry = Math.min(firstExpiry, expiry);
    }
  if (now === undefined) throw new Error('The database returned no time.');
  return { now, used, reserved, expiry: firstExpiry };
}
