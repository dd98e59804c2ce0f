import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { periodAt } from '../plans/periods.js';
import { isCurrentPeriod } from './current-period.js';
import type { PeriodOver } from './postgres-admit.js';

/** The period that an account should be in. */
interface Due {
  readonly accountId: string;
  readonly startedAt: number;
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

/**
 * Puts finished periods aside and begins those of today, unless another server has done so or the plan has begun
 * anew meanwhile. Many at once: after a quiet night the first calls of all accounts may come together.
 */
export async function turnPeriods(
  db: Kysely<Tables>,
  overs: readonly PeriodOver[],
  lockWaitMs: number,
): Promise<void> {
  const due = new Map<string, Due>(
    overs.map(({ accountId, startedAt, now }) => [
      accountId,
      { accountId, startedAt, now, ...periodAt(startedAt, now) },
    ]),
  );
  await db.transaction().execute(async (tx) => {
    // Whoever gives up must leave no transaction behind that goes on waiting, with the rows of others locked.
    await sql`select set_config('lock_timeout', ${`${Math.ceil(lockWaitMs)}ms`}, true)`.execute(tx);
    const begun = await beginFirst(tx, [...due.values()]);
    for (const accountId of begun) due.delete(accountId);
    if (due.size > 0) await turnLater(tx, due);
  });
}

/** The periods of accounts that have never called. Returns whose they are. */
async function beginFirst(tx: Transaction<Tables>, due: readonly Due[]): Promise<string[]> {
  // Nothing is inserted for an account that has been deleted or has changed its plan since.
  const { rows } = await sql<{ account_id: string }>`
    insert into meter (account_id, anchor, period_start, period_end, used, held, tat)
    select s.account_id, s.started_at, d.period_start, d.period_end, 0, 0, 0
    from unnest(
      ${due.map(({ accountId }) => accountId)}::text[], ${due.map(({ startedAt }) => startedAt)}::bigint[],
      ${due.map(({ start }) => start)}::bigint[], ${due.map(({ end }) => end)}::bigint[]
    ) as d (account_id, started_at, period_start, period_end)
    join subscription s on s.account_id = d.account_id and s.started_at = d.started_at
    order by s.account_id
    on conflict (account_id) do nothing
    returning account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

async function turnLater(tx: Transaction<Tables>, due: ReadonlyMap<string, Due>): Promise<void> {
  const locked = await tx
    .selectFrom('meter')
    .select(['account_id', 'anchor', 'period_start', 'period_end'])
    .where('account_id', 'in', [...due.keys()])
    .orderBy('account_id')
    .forUpdate()
    .execute();
  // Looked at under the lock: with a start from before, it would set aside what counts for the plan of now.
  const subscriptions = await tx
    .selectFrom('subscription')
    .select(['account_id', 'started_at'])
    .where('account_id', 'in', [...due.keys()])
    .execute();
  const startedAt = new Map(subscriptions.map((row) => [row.account_id, row.started_at]));
  const over = locked.flatMap((old) => {
    const mine = due.get(old.account_id);
    const isOver =
      mine !== undefined &&
      startedAt.get(old.account_id) === mine.startedAt &&
      (old.anchor !== mine.startedAt || !isCurrentPeriod(old, mine.now));
    return isOver ? [mine] : [];
  });
  if (over.length > 0) await turn(tx, over);
}

async function turn(tx: Transaction<Tables>, over: readonly Due[]): Promise<void> {
  const accounts = over.map(({ accountId }) => accountId);
  await sql`
    insert into past_period (account_id, period_start, period_end, used)
    select account_id, period_start, period_end, used from meter where account_id = any(${accounts}::text[])
    order by account_id
    on conflict (account_id, period_start) do update set used = past_period.used + excluded.used`.execute(tx);
  await sql`
    update meter m
    set anchor = d.anchor, period_start = d.period_start, period_end = d.period_end,
        -- Not 0 where a clock that was ahead had put this very period aside.
        used = coalesce((select p.used from past_period p
          where p.account_id = d.account_id and p.period_start = d.period_start), 0),
        held = coalesce((select sum(h.calls) from hold h
          where h.account_id = d.account_id and h.period_start = d.period_start), 0)
    from unnest(
      ${accounts}::text[], ${over.map((each) => each.startedAt)}::bigint[],
      ${over.map(({ start }) => start)}::bigint[], ${over.map(({ end }) => end)}::bigint[]
    ) as d (account_id, anchor, period_start, period_end)
    where m.account_id = d.account_id`.execute(tx);
  await sql`
    delete from past_period p using meter m
    where m.account_id = any(${accounts}::text[]) and p.account_id = m.account_id
      and p.period_start = m.period_start`.execute(tx);
  await sql`
    delete from hold h using meter m
    where m.account_id = any(${accounts}::text[]) and h.account_id = m.account_id
      and h.period_start <> m.period_start and h.calls = 0`.execute(tx);
}
