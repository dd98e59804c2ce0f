import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { isRefused, type Admitted, type Refused, type Ticket } from './meter.js';
import { catalogueOf, type Plan, type Plans } from '../plans/plans.js';

export const plan = (id: string, limits: Partial<Plan> = {}): Plan => ({
  id,
  name: id,
  summary: '',
  callsPerMonth: null,
  callsPerSecond: null,
  burst: null,
  selfService: true,
  ...limits,
});

export const PLANS: Plans = catalogueOf([
  plan('open'),
  plan('ten', { callsPerMonth: 10 }),
  plan('fifty', { callsPerMonth: 50 }),
  plan('thousand', { callsPerMonth: 1000 }),
  plan('paced', { callsPerSecond: 2, burst: 5 }),
  plan('both', { callsPerMonth: 20, callsPerSecond: 3, burst: 7 }),
]);

export const hashOf = (userId: string): string => `hash of ${userId}`;

export interface AccountOptions {
  readonly plan?: string | null;
  readonly startedAt?: number;
  readonly endsAt?: number | null;
}

/** An account that may call with its user id at once. */
export async function addAccount(
  { db }: Database,
  userId: string,
  { plan: planId = 'open', startedAt = Date.now() - 1000, endsAt = null }: AccountOptions = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('account')
    .values({ id, person_id: null, label: userId, role: 'member', created_at: startedAt, suspended_at: null })
    .execute();
  await db
    .insertInto('user_id')
    .values({ account_id: id, lookup_hash: hashOf(userId), sealed: '', created_at: startedAt })
    .execute();
  if (planId !== null)
    await db
      .insertInto('subscription')
      .values({ account_id: id, plan: planId, started_at: startedAt, ends_at: endsAt })
      .execute();
  return id;
}

export function admitted(answer: Admitted | Refused): Admitted {
  if (isRefused(answer)) throw new Error(`refused: ${answer.refused}`);
  return answer;
}

export const ticketsOf = (answers: readonly (Admitted | Refused)[]): Ticket[] =>
  answers.flatMap((answer) => (isRefused(answer) ? [] : [answer.ticket]));

/** What the answers were, counted: `{ admitted: 3, quota: 1 }`. */
export function tally(answers: readonly (Admitted | Refused)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const what = isRefused(answer) ? answer.refused : 'admitted';
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

export interface Counters {
  readonly used: number;
  readonly held: number;
  /** All calls in flight of all servers. */
  readonly holds: number;
  readonly usage: number;
}

export async function countersOf({ db }: Database, accountId: string): Promise<Counters> {
  const meter = await db
    .selectFrom('meter')
    .select(['used', 'held'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const total = async (table: 'hold' | 'usage_day'): Promise<number> => {
    const { rows } = await sql<{ total: number | null }>`
      select cast(sum(calls) as bigint) as total from ${sql.table(table)} where account_id = ${accountId}`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  };
  return {
    used: meter?.used ?? 0,
    held: meter?.held ?? 0,
    holds: await total('hold'),
    usage: await total('usage_day'),
  };
}
