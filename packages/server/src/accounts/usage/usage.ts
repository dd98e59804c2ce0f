import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';

export interface UsageRow {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly operation: string;
  /** The code on the wire: '1000', '3001', … */
  readonly outcome: string;
  readonly calls: number;
}

interface RejectionRow {
  readonly at: number;
  readonly operation: string;
  readonly code: string;
}

/** The usage of accounts, read from running sums, never by counting calls. */
export class Usage {
  constructor(private readonly db: Kysely<Tables>) {}

  /** Both days included. */
  async usageByDay(accountId: string, fromDay: string, toDay: string): Promise<UsageRow[]> {
    return this.db
      .selectFrom('usage_day')
      .select(['day', 'operation', 'outcome', 'calls'])
      .where('account_id', '=', accountId)
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay)
      .orderBy('day')
      .orderBy('operation')
      .orderBy('outcome')
      .execute();
  }

  /** The calls of all accounts; both days included. */
  async totalByDay(fromDay: string, toDay: string): Promise<UsageRow[]> {
    const rows = await this.db
      .selectFrom('usage_day')
      .select((select) => [
        'day',
        'operation',
        'outcome',
        select.fn.sum<number | string>('calls').as('calls'),
      ])
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay)
      .groupBy(['day', 'operation', 'outcome'])
      .orderBy('day')
      .orderBy('operation')
      .orderBy('outcome')
      .execute();
    return rows.map((row) => ({ ...row, calls: Number(row.calls) }));
  }

  /** The newest first. */
  async recentRejections(accountId: string, limit: number): Promise<RejectionRow[]> {
    return this.db
      .selectFrom('rejection')
      .select(['at', 'operation', 'code'])
      .where('account_id', '=', accountId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Calls that count against the quota of the period with this start. */
  async usedInPeriod(accountId: string, periodStart: number): Promise<number> {
    const row = await this.db
      .selectFrom('period_usage')
      .select('used')
      .where('account_id', '=', accountId)
      .where('period_start', '=', periodStart)
      .executeTakeFirst();
    return row?.used ?? 0;
  }
}
