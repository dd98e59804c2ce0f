import { sql, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.js';
import { periodAt, type Plans, type Role } from '../accounts/index.js';

export type AccountState = 'active' | 'suspended' | 'no plan' | 'plan ended' | 'plan unknown';

/** An account as an admin sees it. */
export interface ListedAccount {
  readonly id: string;
  readonly label: string;
  readonly role: Role;
  readonly state: AccountState;
  readonly suspended: boolean;
  readonly plan: string | null;
  /** Counted calls of the current period; null without a plan that runs. */
  readonly used: number | null;
  /** Null: without a limit. */
  readonly quota: number | null;
  readonly periodEnd: number | null;
  readonly planEnds: number | null;
  readonly createdAt: number;
  readonly collections: number;
  /** In all collections of the account. */
  readonly people: number;
  readonly faces: number;
}

export interface AccountCursor {
  readonly createdAt: number;
  readonly id: string;
}

export interface AccountQuery {
  readonly limit: number;
  readonly order: 'oldest first' | 'newest first';
  readonly after?: AccountCursor | null;
  /** A part of the email address, or the whole id. */
  readonly search?: string;
  readonly id?: string;
}

/** Accounts with their plans and the calls of the current period. */
export class AccountList {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly plans: Plans,
    private readonly now: () => number = Date.now,
  ) {}

  async page(wanted: AccountQuery): Promise<ListedAccount[]> {
    const now = this.now();
    const lines = await accountLines(this.db, wanted);
    const used = await usedBy(
      this.db,
      lines.map(({ id }) => id),
      now,
    );
    const kept = await keptBy(
      this.db,
      lines.map(({ id }) => id),
    );
    return lines.map((line) => ({
      ...listed(line, used, this.plans, now),
      ...(kept.get(line.id) ?? { collections: 0, people: 0, faces: 0 }),
    }));
  }

  async find(id: string): Promise<ListedAccount | null> {
    const [account] = await this.page({ limit: 1, order: 'oldest first', id });
    return account ?? null;
  }
}

type AccountLine = Awaited<ReturnType<typeof accountLines>>[number];

async function accountLines(db: Kysely<Tables>, { limit, order, after, search, id }: AccountQuery) {
  const direction = order === 'oldest first' ? 'asc' : 'desc';
  let query = db
    .selectFrom('account as a')
    .leftJoin('subscription as s', 's.account_id', 'a.id')
    .select(['a.id', 'a.label', 'a.role', 'a.created_at', 'a.suspended_at'])
    .select(['s.plan', 's.started_at', 's.ends_at'])
    .where('a.deleted_at', 'is', null)
    .orderBy('a.created_at', direction)
    .orderBy('a.id', direction)
    .limit(limit);
  if (id !== undefined) query = query.where('a.id', '=', id);
  if (search !== undefined && search !== '')
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`a.label like ${`%${literally(search.toLowerCase())}%`} escape '\\'`,
        eb('a.id', '=', search),
      ]),
    );
  if (after != null)
    query = query.where((eb) =>
      eb(
        eb.refTuple('a.created_at', 'a.id'),
        direction === 'asc' ? '>' : '<',
        eb.tuple(after.createdAt, after.id),
      ),
    );
  return query.execute();
}

type Kept = Pick<ListedAccount, 'collections' | 'people' | 'faces'>;

/** What accounts keep in their collections: how many, never whom. */
async function keptBy(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string | null, Kept>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('collection')
    .select((of) => [
      'account_id',
      of.fn.countAll<number | string>().as('collections'),
      of.fn.sum<number | string>('people').as('people'),
      of.fn.sum<number | string>('faces').as('faces'),
    ])
    .where('account_id', 'in', ids)
    .groupBy('account_id')
    .execute();
  return new Map(
    rows.map(({ account_id, collections, people, faces }) => [
      account_id,
      { collections: Number(collections), people: Number(people), faces: Number(faces) },
    ]),
  );
}

/** A text as it is, in a pattern of LIKE. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Counted calls of the current periods, by account and start of the period. */
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

function listed(
  account: AccountLine,
  used: ReadonlyMap<string, number>,
  plans: Plans,
  now: number,
): Omit<ListedAccount, keyof Kept> {
  const { plan, started_at: startedAt, ends_at: endsAt } = account;
  const ended = endsAt !== null && endsAt <= now;
  const period = startedAt === null || ended ? null : periodAt(startedAt, now);
  return {
    id: account.id,
    label: account.label,
    role: account.role,
    state: stateOf(account, plans, ended),
    suspended: account.suspended_at !== null,
    plan,
    used: period && (used.get(`${account.id} ${period.start}`) ?? 0),
    quota: plan === null ? null : (plans.get(plan)?.callsPerMonth ?? null),
    periodEnd: period?.end ?? null,
    planEnds: endsAt,
    createdAt: account.created_at,
  };
}

function stateOf({ suspended_at, plan }: AccountLine, plans: Plans, ended: boolean): AccountState {
  if (suspended_at !== null) return 'suspended';
  if (plan === null) return 'no plan';
  if (ended) return 'plan ended';
  return plans.has(plan) ? 'active' : 'plan unknown';
}
