import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { deleteInSteps } from '../../db/delete-in-steps.js';
import { DAY_MS, dayOf } from '../plans/periods.js';

interface RetentionOptions {
  readonly database: Pick<Database, 'db' | 'dialect'>;
  /** Days for which usage is kept, by day and by period. */
  readonly usageDays: number;
  /** Days for which the audit log is kept. */
  readonly auditDays: number;
  readonly now?: () => number;
}

/** Deletes old usage, old entries of the audit log, and what is left of deleted accounts after that. */
export class Retention {
  constructor(private readonly options: RetentionOptions) {}

  async sweep(): Promise<void> {
    const { database, usageDays, auditDays, now = Date.now } = this.options;
    const usageFrom = now() - usageDays * DAY_MS;
    await deleteInSteps(
      database,
      'usage_day',
      ['account_id', 'day', 'operation', 'outcome'],
      sql`day < ${dayOf(usageFrom)}`,
    );
    await deleteInSteps(
      database,
      'period_usage',
      ['account_id', 'period_start'],
      sql`period_end < ${usageFrom}`,
    );
    await deleteInSteps(database, 'audit', ['id'], sql`at < ${now() - auditDays * DAY_MS}`);
    // The last usage of a deleted account may be from the day on which it was deleted. With the row goes the hash of its
    // address, which recognises a suspended one until then.
    await deleteInSteps(
      database,
      'account',
      ['id'],
      sql`deleted_at < ${usageFrom}
        and not exists (select 1 from usage_day where account_id = account.id)
        and not exists (select 1 from period_usage where account_id = account.id)`,
    );
  }
}
