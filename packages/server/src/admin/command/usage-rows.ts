import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { iso } from './accounts-rows.js';
import { endOfDay } from '../../accounts/index.js';
import type { Row } from './output.js';

const PAGE = 5000;

interface UsageQuery {
  /** All accounts without it. */
  readonly accountId: string | undefined;
  /** Both days count, in UTC. */
  readonly from: string;
  readonly to: string;
}

export const DAY_COLUMNS = ['account', 'email', 'day', 'operation', 'outcome', 'calls'] as const;

/** Calls by account, day, operation and outcome, from the running sums. */
export async function* usageByDay(db: Kysely<Tables>, question: UsageQuery): AsyncGenerator<Row> {
  let last: UsageLine | undefined;
  do {
    const page = await usagePage(db, question, last);
    for (const { account_id, label, day, operation, outcome, calls } of page)
      yield { account: account_id, email: label, day, operation, outcome, calls };
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}

type UsageLine = Awaited<ReturnType<typeof usagePage>>[number];

async function usagePage(
  db: Kysely<Tables>,
  { accountId, from, to }: UsageQuery,
  after: { account_id: string; day: string; operation: string; outcome: string } | undefined,
) {
  let page = db
    .selectFrom('usage_day as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.account_id', 'a.label', 'u.day', 'u.operation', 'u.outcome', 'u.calls'])
    .where('u.day', '>=', from)
    .where('u.day', '<=', to)
    .orderBy('u.account_id')
    .orderBy('u.day')
    .orderBy('u.operation')
    .orderBy('u.outcome')
    .limit(PAGE);
  if (accountId !== undefined) page = page.where('u.account_id', '=', accountId);
  if (after !== undefined) {
    const { account_id, day, operation, outcome } = after;
    page = page.where((eb) =>
      eb(
        eb.refTuple('u.account_id', 'u.day', 'u.operation', 'u.outcome'),
        '>',
        eb.tuple(account_id, day, operation, outcome),
      ),
    );
  }
  return page.execute();
}

export const PERIOD_COLUMNS = ['account', 'email', 'period_start', 'period_end', 'calls'] as const;

/**
 * Counted calls by account and subscription month, for the months that ended in the given days: each month appears in
 * the export of one day only, and its number is final. Calls that were carried over from a deleted account are in the
 * row of that account alone.
 */
export async function* usageByPeriod(
  db: Kysely<Tables>,
  question: UsageQuery,
  now: number,
): AsyncGenerator<Row> {
  const { accountId, from, to } = question;
  let rows = db
    .selectFrom('period_usage as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.account_id', 'a.label', 'p.period_start', 'p.period_end'])
    .select(sql<number>`p.used - p.carried`.as('calls'))
    .whereRef('p.used', '>', 'p.carried')
    .where('p.period_end', '>=', Date.parse(from))
    .where('p.period_end', '<', endOfDay(to))
    .where('p.period_end', '<=', now)
    .orderBy('p.account_id')
    .orderBy('p.period_start');
  if (accountId !== undefined) rows = rows.where('p.account_id', '=', accountId);
  for (const { account_id, label, period_start, period_end, calls } of await rows.execute())
    yield {
      account: account_id,
      email: label,
      period_start: iso(period_start),
      period_end: iso(period_end),
      calls,
    };
}
