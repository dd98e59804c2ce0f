import type { SqliteDatabase } from '../../db/database.js';
import { cannotWrite, isBusy, type Row } from '../../db/sqlite/sqlite-connection.js';
import { ServiceError } from '../../errors.js';
import type { Ticket } from './meter.js';
import { periodAt } from '../plans/periods.js';
import { isCurrentPeriod } from './current-period.js';
import { dayOf } from './day.js';
import type { Metered, MeterStore, MeterStoreOptions, Settlement, Verdict } from './meter-store.js';
import { paceOf, tatAfter, tokensAt } from './pace.js';
import * as statements from './sqlite-statements.js';
import { judgeStanding, type GoodStanding } from './standing.js';

interface Found {
  readonly account_id: string;
  readonly suspended_at: number | null;
  readonly plan: string | null;
  readonly started_at: number | null;
  readonly ends_at: number | null;
  readonly anchor: number | null;
  readonly period_start: number;
  readonly period_end: number;
  readonly used: number;
  readonly held: number;
  readonly tat: number;
}

type Counters = Pick<Found, 'period_start' | 'period_end' | 'used' | 'held' | 'tat'>;

/** Every call is one transaction of prepared statements, which SQLite runs in this thread in microseconds. */
export class SqliteMeterStore implements MeterStore {
  readonly #now: () => number;
  /** Calls that could not be settled while another process kept the file locked: given back at the next chance. */
  #leftOver: Ticket[] = [];

  constructor(
    private readonly database: SqliteDatabase,
    private readonly options: MeterStoreOptions,
  ) {
    this.#now = options.clock ?? Date.now;
  }

  take(lookupHash: string): Promise<Verdict> {
    return this.#write(() => this.#takeNow(lookupHash));
  }

  async settle(settlement: Settlement): Promise<void> {
    let wasHeld: boolean;
    try {
      wasHeld = await this.#write(() => this.#settleNow(settlement));
    } catch (error) {
      this.#leftOver.push(settlement.ticket);
      throw error;
    }
    // Given back already, because this server was taken for dead: counting it now could exceed the quota.
    if (!wasHeld) throw new ServiceError('overloaded', undefined, {}, { because: 'database-away' });
  }

  async start(): Promise<void> {
    // The connection is open already.
  }

  async close(): Promise<void> {
    // Nothing is ever under way between two turns of the event loop.
  }

  async #write<T>(work: () => T): Promise<T> {
    try {
      const leftOver = this.#leftOver;
      const result = await this.database.connection.immediate(() => {
        for (const ticket of leftOver) this.#release(ticket, 0);
        return work();
      }, this.options.deadlineMs);
      if (leftOver.length > 0) this.#leftOver = this.#leftOver.filter((ticket) => !leftOver.includes(ticket));
      return result;
    } catch (error) {
      if (!cannotWrite(error)) throw error;
      if (!isBusy(error)) this.options.onProblem(error);
      throw new ServiceError('overloaded', undefined, {}, { cause: error, because: 'database-away' });
    }
  }

  #run(sql: string, ...parameters: (string | number)[]): void {
    this.database.connection.prepare(sql).run(...parameters);
  }

  #get(sql: string, ...parameters: (string | number)[]): Row | undefined {
    return this.database.connection.prepare(sql).get(...parameters);
  }

  #takeNow(lookupHash: string): Verdict {
    const now = this.#now();
    const found = this.#get(statements.FIND, lookupHash) as Found | undefined;
    if (found === undefined) return { kind: 'refused', reason: 'unknown-user-id' };
    const accountId = found.account_id;
    const standing = judgeStanding(
      {
        suspendedAt: found.suspended_at,
        plan: found.plan,
        startedAt: found.started_at,
        endsAt: found.ends_at,
      },
      this.options.plans,
      now,
    );
    if (typeof standing === 'string') return { kind: 'refused', reason: standing, accountId };
    const isCurrent = found.anchor === standing.startedAt && isCurrentPeriod(found, now);
    return this.#meter(standing, accountId, isCurrent ? found : this.#turn(found, standing, now), now);
  }

  /** Puts the period of before aside and begins that of today, or goes on with it after the clock was set back. */
  #turn(found: Found, { startedAt }: GoodStanding, now: number): Counters {
    const { start, end } = periodAt(startedAt, now);
    const id = found.account_id;
    if (found.anchor === null) {
      this.#run(statements.BEGIN_PERIOD, id, startedAt, start, end, 0, 0, 0);
      return { period_start: start, period_end: end, used: 0, held: 0, tat: 0 };
    }
    this.#run(statements.KEEP_PERIOD, id, found.period_start, found.period_end, found.used);
    this.#run(statements.DROP_EMPTY_HOLDS, id, start);
    const used = Number(this.#get(statements.RESUME_PERIOD, id, start)?.['used'] ?? 0);
    const held = Number(this.#get(statements.HELD_IN_PERIOD, id, start)?.['calls'] ?? 0);
    this.#run(statements.BEGIN_PERIOD, id, startedAt, start, end, used, held, found.tat);
    return { period_start: start, period_end: end, used, held, tat: found.tat };
  }

  #meter({ plan }: GoodStanding, accountId: string, counters: Counters, now: number): Metered {
    const pace = paceOf(plan);
    const taken = counters.used + counters.held;
    const seen = {
      kind: 'metered',
      accountId,
      plan,
      now,
      periodStart: counters.period_start,
      periodEnd: counters.period_end,
    } as const;
    if (pace !== null && tokensAt(pace, counters.tat, now) < 1)
      return { ...seen, result: 'rate-limit', tat: counters.tat, taken };
    const tat = pace === null ? counters.tat : tatAfter(pace, counters.tat, now, 1);
    const isOver = plan.callsPerMonth !== null && taken >= plan.callsPerMonth;
    this.#run(statements.TAKE, tat, isOver ? 0 : 1, accountId);
    if (isOver) return { ...seen, result: 'quota', tat, taken };
    this.#run(statements.HOLD, this.options.serverId, accountId, counters.period_start);
    return { ...seen, result: 'held', tat, taken: taken + 1 };
  }

  #settleNow({ ticket, operation, outcome, counts }: Settlement): boolean {
    if (!this.#release(ticket, counts ? 1 : 0)) return false;
    this.#run(statements.ADD_USAGE, ticket.accountId, dayOf(ticket.admittedAt), operation, outcome);
    return true;
  }

  #release({ accountId, periodStart, periodEnd }: Ticket, counted: 0 | 1): boolean {
    if (this.#get(statements.RELEASE, this.options.serverId, accountId, periodStart) === undefined)
      return false;
    if (this.#get(statements.COUNT, counted, accountId, periodStart) === undefined)
      this.#run(statements.KEEP_PERIOD, accountId, periodStart, periodEnd, counted);
    return true;
  }
}
