import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { RowsOf } from '../../db/prepared/statement.js';
import type { Outcome, Transactions } from '../../db/prepared/transactions.js';
import type { Plans } from '../plans/plans.js';
import { dayOf } from '../usage/day.js';
import { BoundedMemory } from './bounded-memory.js';
import { decide, type CallCounts, type Decision, type Standing } from './decide.js';
import type { Reservation } from './meter.js';
import { meterStatements, type MeterStatements } from './statements.js';

/** How exactly the last use of a user id is known: seldom enough to cost nothing. */
const MARK_EVERY_MS = 60_000;
const MARKED_LIMIT = 10_000;

export interface ReservationsOptions {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly plans: Plans;
  /** How long a call may be in flight. */
  readonly lifetimeMs: number;
  /** For tests, and on SQLite, where there is no other. Without it PostgreSQL's own clock counts. */
  readonly clock: (() => number) | undefined;
}

/** What became of a call that asked to be admitted. */
export type Reserved =
  | Exclude<Decision, { kind: 'admitted' }>
  | { readonly kind: 'admitted'; readonly standing: Standing; readonly reservation: Reservation };

/** Calls in flight: one transaction reserves, one settles. */
export class Reservations {
  readonly #statements: MeterStatements;
  /** User ids whose last use was written lately. */
  readonly #marked = new BoundedMemory<true>(MARKED_LIMIT, () => performance.now());

  constructor(private readonly options: ReservationsOptions) {
    this.#statements = meterStatements(options.database);
  }

  /** Decides about one call and reserves it; undefined where nobody has the user id. */
  async reserve(hash: string): Promise<Reserved | undefined> {
    const found = await this.#tryReserve(hash);
    if (found !== 'expired') return found;
    // Seldom: calls of a server that died, or that could not be settled.
    const { lockAccount, dropExpired } = this.#statements;
    await this.options.transactions.writeAll([
      lockAccount({ hash }),
      dropExpired({ hash, now: this.#now() }),
    ]);
    return this.reserve(hash);
  }

  #tryReserve(hash: string): Promise<Reserved | 'expired' | undefined> {
    const { transactions, plans, lifetimeMs } = this.options;
    const { lockAccount, countCalls, setTat, reserve } = this.#statements;
    return transactions.readThenWrite(
      [lockAccount({ hash }), countCalls({ hash, now: this.#now() })],
      ([[account], counted]): Outcome<Reserved | 'expired' | undefined> => {
        if (account === undefined) return { writes: [], result: undefined };
        const counts = countsOf(counted);
        if (counts.expiry <= counts.now) return { writes: [], result: 'expired' };
        const decision = decide(account, counts, plans);
        if (decision.kind !== 'admitted') return { writes: [], result: decision };

        const { accountId, period, now: admittedAt, tat } = decision.standing;
        const reservation = { id: randomUUID(), accountId, admittedAt, lookupHash: hash };
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
   * Turns the reservation into a counted call or releases it. False when it is gone: expired, lost by a database that
   * crashed, or settled by an attempt whose answer was lost. Only the last has counted it, and nobody can tell.
   */
  async settle(
    { id, admittedAt, lookupHash: hash }: Reservation,
    operation: string,
    outcome: string,
    counts: boolean,
  ): Promise<boolean> {
    const { settle, markUsed } = this.#statements;
    const isMarked = this.#marked.get(hash) === true;
    if (!isMarked) this.#marked.remember(hash, true, MARK_EVERY_MS);
    const settling = settle({ id, day: dayOf(admittedAt), operation, outcome }, counts);
    const rows = await this.options.transactions.writeAll([
      ...settling,
      ...(isMarked ? [] : [markUsed({ hash, at: admittedAt })]),
    ]);
    return rows[settling.length - 1]?.length === 1;
  }

  /** Removes what has expired of accounts that nobody has looked at since. */
  async sweep(): Promise<void> {
    await this.options.transactions.writeAll([this.#statements.sweepExpired({ now: this.#now() })]);
  }

  #now(): number | null {
    return this.options.clock?.() ?? null;
  }
}

/** With the moment at which the first of the reservations expires. */
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
  if (now === undefined) throw new Error('The database tells no time.');
  return { now, used, reserved, expiry: firstExpiry };
}
