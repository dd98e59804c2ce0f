import { openDatabase, type Database, type DatabaseOptions } from '@facet/server/internals';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { isSuccess, hasNoResponse, tally, type CallOutcome } from './load.js';

/** The codes of calls in which the analysis ran (docs/accounts.md). */
const COUNTED_CODES = ['1000', '3001', '3101', '3102', '3103', '3104', 'abandoned'];

/** The totals of all accounts in the database. */
export interface Counted {
  /** Against quotas, in this month and in months before. */
  readonly used: number;
  /** The same calls in the usage tables. */
  readonly usage: number;
  /** In flight, or lost and not expired yet. */
  readonly reserved: number;
}

async function withDatabase<T>(place: DatabaseOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export const readCounted = (place: DatabaseOptions): Promise<Counted> =>
  withDatabase(place, async ({ db }) => {
    const periods = await db.selectFrom('period_usage').select('used').execute();
    const reservations = await db.selectFrom('reservation').select('id').execute();
    const days = await db
      .selectFrom('usage_day')
      .select('calls')
      .where('outcome', 'in', COUNTED_CODES)
      .execute();
    return {
      used: sum(periods.map(({ used }) => used)),
      usage: sum(days.map(({ calls }) => calls)),
      reserved: reservations.length,
    };
  });

/** Expects a database file without damage, as SQLite itself sees it. */
export const expectSound = (dataDir: string): Promise<void> =>
  withDatabase({ dataDir, url: undefined }, async ({ db }) => {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
  });

/**
 * Expects that every call that was answered is counted, and no other: of those without a response each may have been
 * counted just before the connection broke, and so may the few that were being settled when the database went away
 * (`uncertain`). Remaining reservations belong to calls that were lost or rejected.
 */
export async function expectExact(
  place: DatabaseOptions,
  heard: readonly CallOutcome[],
  uncertain = 0,
): Promise<void> {
  const counted = await readCounted(place);
  const answered = heard.filter(isSuccess).length;
  const unanswered = heard.filter(hasNoResponse).length;
  const rejected = heard.filter(({ code }) => code === '5003').length;
  const summary = `${JSON.stringify(counted)} after ${JSON.stringify(tally(heard))}`;
  expect(counted.usage, summary).toBe(counted.used);
  expect(counted.used, summary).toBeGreaterThanOrEqual(answered);
  expect(counted.used, summary).toBeLessThanOrEqual(answered + unanswered + uncertain);
  expect(counted.reserved, summary).toBeLessThanOrEqual(unanswered + rejected);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
