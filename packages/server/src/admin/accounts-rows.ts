import type { Kysely } from 'kysely';
import { periodAt } from '../accounts/plans/periods.js';
import type { Plans } from '../accounts/plans/plans.js';
import type { Tables } from '../db/tables.js';
import type { Row } from './rows.js';

const PAGE = 1000;

export const ACCOUNT_COLUMNS = [
  'account',
  'email',
  'role',
  'state',
  'plan',
  'used',
  'quota',
  'period_end',
  'plan_ends',
  'created',
] as const;

/** All accounts with their plans and the calls of the month that runs, oldest account first. */
export async function* accountRows(db: Kysely<Tables>, plans: Plans, now: number): AsyncGenerator<Row> {
  let last: { created_at: number; id: string } | undefined;
  do {
    const page = await accountPage(db, last);
    const used = await usedBy(
      db,
      page.map(({ id }) => id),
      now,
    );
    for (const account of page) yield accountRow(account, used, plans, now);
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}

type AccountLine = Awaited<ReturnType<typeof accountPage>>[number];

async function accountPage(db: Kysely<Tables>, after: { created_at: number; id: string } | undefined) {
  const page = db
    .selectFrom('account as a')
    .leftJoin('subscription as s', 's.account_id', 'a.id')
    .select(['a.id', 'a.label', 'a.role', 'a.created_at', 'a.suspended_at'])
    .select(['s.plan', 's.started_at', 's.ends_at'])
    .where('a.deleted_at', 'is', null)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(PAGE);
  if (after === undefined) return page.execute();
  const { created_at, id } = after;
  return page.where((eb) => eb(eb.refTuple('a.created_at', 'a.id'), '>', eb.tuple(created_at, id))).execute();
}

/** Counted calls of the periods that run, by account and start of the period. */
async function usedBy(db: Kysely<Tables>, ids: readonly string[], now: number): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('period_usage')
    .select(['account_id', 'period_start', 'used'])
    .where('account_id', 'in', ids)
    .where('period_end', '>', now)
    .execute();
  return new Map(rows.map(({ account_id, period_start, used }) => [`${account_id} ${period_start}`, used]));
}

function accountRow(account: AccountLine, used: ReadonlyMap<string, number>, plans: Plans, now: number): Row {
  const { plan, started_at: startedAt, ends_at: endsAt } = account;
  const ended = endsAt !== null && endsAt <= now;
  const period = startedAt === null || ended ? null : periodAt(startedAt, now);
  return {
    account: account.id,
    email: account.label,
    role: account.role,
    state: stateOf(account, plans, ended),
    plan,
    used: period && (used.get(`${account.id} ${period.start}`) ?? 0),
    quota: plan === null ? null : (plans.get(plan)?.callsPerMonth ?? null),
    period_end: iso(period?.end ?? null),
    plan_ends: iso(endsAt),
    created: iso(account.created_at),
  };
}

function stateOf({ suspended_at, plan }: AccountLine, plans: Plans, ended: boolean): string {
  if (suspended_at !== null) return 'suspended';
  if (plan === null) return 'no plan';
  if (ended) return 'plan ended';
  return plans.has(plan) ? 'active' : 'plan unknown';
}

/** To the second, which is enough for people; null stays null. */
export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
