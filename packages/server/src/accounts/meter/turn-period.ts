import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { periodAt } from '../plans/periods.js';
import type { PeriodOver } from './postgres-admit.js';

/**
 * Puts the finished period aside and begins the one of today, unless another server has done so or the plan has
 * begun anew meanwhile.
 */
export async function turnPeriod(
  db: Kysely<Tables>,
  { accountId, startedAt, now }: PeriodOver,
): Promise<void> {
  const { start, end } = periodAt(startedAt, now);
  const period = { anchor: startedAt, period_start: start, period_end: end, used: 0, held: 0 };
  await db.transaction().execute(async (tx) => {
    // Nothing is inserted for an account that has been deleted or has changed its plan since.
    const { numAffectedRows = 0n } = await sql`
      insert into meter (account_id, anchor, period_start, period_end, used, held, tat)
      select account_id, ${startedAt}::bigint, ${start}::bigint, ${end}::bigint, 0, 0, 0
      from subscription where account_id = ${accountId} and started_at = ${startedAt}::bigint
      on conflict (account_id) do nothing`.execute(tx);
    if (numAffectedRows > 0n) return;
    const old = await tx
      .selectFrom('meter')
      .select(['anchor', 'period_start', 'period_end', 'used'])
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (old === undefined || (old.anchor === startedAt && now < old.period_end)) return;
    // Looked at under the lock: with a start from before, it would set aside what counts for the plan of now.
    const subscription = await tx
      .selectFrom('subscription')
      .select('started_at')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (subscription?.started_at !== startedAt) return;
    const { period_start, period_end, used } = old;
    await tx
      .insertInto('past_period')
      .values({ account_id: accountId, period_start, period_end, used })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'period_start'])
          .doUpdateSet((row) => ({ used: row('past_period.used', '+', used) })),
      )
      .execute();
    await tx.updateTable('meter').set(period).where('account_id', '=', accountId).execute();
    await tx
      .deleteFrom('hold')
      .where('account_id', '=', accountId)
      .where('period_start', '<>', start)
      .where('calls', '=', 0)
      .execute();
  });
}
