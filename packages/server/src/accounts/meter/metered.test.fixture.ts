import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { isRejected, type AdmittedCall, type Rejected, type Reservation } from './meter.js';
import { catalogueOf, type Plan, type Plans } from '../plans/plans.js';

export const plan = (id: string, limits: Partial<Plan> = {}): Plan => ({
  id,
  name: id,
  summary: '',
  callsPerMonth: null,
  callsPerSecond: null,
  burst: null,
  collections: null,
  people: null,
  faces: null,
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

export const hashOf = (apiKey: string): string => `hash of ${apiKey}`;

export interface AccountOptions {
  readonly plan?: string | null;
  readonly startedAt?: number;
  readonly endsAt?: number | null;
}

/** An account that may call with its API key at once. */
export async function addAccount(
  { db }: Database,
  apiKey: string,
  { plan: planId = 'open', startedAt = Date.now() - 1000, endsAt = null }: AccountOptions = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('account')
    .values({
      id,
      user_id: null,
      label: `${apiKey} ${id}`,
      role: 'user',
      created_at: startedAt,
      suspended_at: null,
    })
    .execute();
  await db
    .insertInto('api_key')
    .values({ account_id: id, lookup_hash: hashOf(apiKey), sealed: '', created_at: startedAt })
    .execute();
  if (planId !== null)
    await db
      .insertInto('subscription')
      .values({ account_id: id, plan: planId, started_at: startedAt, ends_at: endsAt })
      .execute();
  return id;
}

export function admitted(response: AdmittedCall | Rejected): AdmittedCall {
  if (isRejected(response)) throw new Error(`rejected: ${response.rejected}`);
  return response;
}

export const reservationsOf = (responses: readonly (AdmittedCall | Rejected)[]): Reservation[] =>
  responses.flatMap((response) => (isRejected(response) ? [] : [response.reservation]));

/** What the responses were, counted: `{ admitted: 3, quota: 1 }`. */
export function tally(responses: readonly (AdmittedCall | Rejected)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const what = isRejected(response) ? response.rejected : 'admitted';
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

export interface Counters {
  /** Counted calls of all periods. */
  readonly used: number;
  /** Calls in flight of all servers. */
  readonly reserved: number;
  readonly usage: number;
}

export async function countersOf({ db }: Database, accountId: string): Promise<Counters> {
  // One statement, so that what a server does meanwhile cannot fall between two.
  const { rows } = await sql<Counters>`
    select
      (select cast(coalesce(sum(used), 0) as bigint) from period_usage where account_id = ${accountId}) as used,
      (select cast(coalesce(sum(calls), 0) as bigint) from reservation where account_id = ${accountId}) as reserved,
      (select cast(coalesce(sum(calls), 0) as bigint) from usage_day where account_id = ${accountId}) as usage
  `.execute(db);
  const [counters] = rows;
  if (counters === undefined) throw new Error('The database counts nothing.');
  return counters;
}

/** Counted calls by period, the oldest first. */
export async function usedByPeriod({ db }: Database): Promise<number[]> {
  const rows = await db.selectFrom('period_usage').select('used').orderBy('period_start').execute();
  return rows.map(({ used }) => used);
}
