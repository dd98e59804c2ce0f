import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.js';
import { statement, type ParametersOf } from './statement.js';

/** A moment in milliseconds; null: by the clock of the database, which all servers on PostgreSQL share. */
type Now = number | null;

/** Everything that the meter asks of the database at a call. It stores and looks up; it decides nothing. */
export type MeterStatements = ReturnType<typeof meterStatements>;

// Its type is inferred: it has the columns of every statement.
export function meterStatements({ db, dialect }: Database) {
  const isPostgres = dialect === 'postgres';
  const nowOf = (given: RawBuilder<Now>): RawBuilder<number> =>
    isPostgres
      ? sql`coalesce(cast(${given} as bigint), cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`
      : sql`${given}`;
  const accountWith = (hash: RawBuilder<string>): RawBuilder<string> =>
    sql`(select account_id from user_id where lookup_hash = ${hash})`;

  return {
    /** Who has the user id, and the account's row, locked: its admissions come one after the other. */
    lockAccount: statement('meter lock account', (of: ParametersOf<{ hash: string }>) =>
      db
        .selectFrom('user_id')
        .innerJoin('account', 'account.id', 'user_id.account_id')
        .leftJoin('subscription', 'subscription.account_id', 'user_id.account_id')
        .select(['account.id as accountId', 'account.suspended_at as suspendedAt', 'account.tat'])
        .select(['subscription.plan', 'subscription.started_at as startedAt'])
        .select('subscription.ends_at as endsAt')
        .where('user_id.lookup_hash', '=', of('hash'))
        // A SQLite transaction that writes is alone anyway.
        .$if(isPostgres, (query) => query.forNoKeyUpdate('account')),
    ),

    dropExpired: statement('meter drop expired', (of: ParametersOf<{ hash: string; now: Now }>) =>
      db
        .deleteFrom('reservation')
        .where('account_id', '=', accountWith(of('hash')))
        .where('expires_at', '<=', nowOf(of('now'))),
    ),

    /**
     * Used and reserved calls in one statement, and so at one moment: a call that is settled meanwhile must not be
     * missing from both. By period, because which one counts is decided later.
     */
    countCalls: statement('meter count calls', (of: ParametersOf<{ hash: string; now: Now }>) =>
      db
        .selectNoFrom([
          sql<'now' | 'used' | 'reserved'>`'now'`.as('kind'),
          nowOf(of('now')).as('moment'),
          sql<number>`0`.as('calls'),
        ])
        .unionAll(
          db
            .selectFrom('period_usage')
            .select([
              sql<'now' | 'used' | 'reserved'>`'used'`.as('kind'),
              'period_start as moment',
              'used as calls',
            ])
            .where('account_id', '=', accountWith(of('hash')))
            .where('period_end', '>', nowOf(of('now'))),
        )
        .unionAll(
          db
            .selectFrom('reservation')
            .select([
              sql<'now' | 'used' | 'reserved'>`'reserved'`.as('kind'),
              'period_start as moment',
              sql<number>`count(*)`.as('calls'),
            ])
            .where('account_id', '=', accountWith(of('hash')))
            .groupBy('period_start'),
        ),
    ),

    setTat: statement('meter set tat', (of: ParametersOf<{ accountId: string; tat: number }>) =>
      db
        .updateTable('account')
        .set({ tat: of('tat') })
        .where('id', '=', of('accountId')),
    ),

    reserve: statement('meter reserve', (of: ParametersOf<NewReservation>) =>
      db.insertInto('reservation').values({
        id: of('id'),
        account_id: of('accountId'),
        period_start: of('periodStart'),
        period_end: of('periodEnd'),
        expires_at: of('expiresAt'),
      }),
    ),

    /** So that nobody removes it while it is settled: the three statements below find it, or none of them does. */
    lockReservation: statement('meter lock reservation', (of: ParametersOf<{ id: string }>) =>
      db
        .selectFrom('reservation')
        .select('id')
        .where('id', '=', of('id'))
        .$if(isPostgres, (query) => query.forUpdate()),
    ),

    countReserved: statement('meter count reserved', (of: ParametersOf<{ id: string }>) =>
      db
        .insertInto('period_usage')
        .columns(['account_id', 'period_start', 'period_end', 'used'])
        .expression(
          db
            .selectFrom('reservation')
            .select(['account_id', 'period_start', 'period_end', sql<number>`1`.as('used')])
            .where('id', '=', of('id')),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'period_start'])
            .doUpdateSet((row) => ({ used: row('period_usage.used', '+', 1) })),
        ),
    ),

    addUsage: statement('meter add usage', (of: ParametersOf<{ id: string } & UsageKind>) =>
      db
        .insertInto('usage_day')
        .columns(['account_id', 'day', 'operation', 'outcome', 'calls'])
        .expression(
          db
            .selectFrom('reservation')
            .select([
              'account_id',
              of('day').as('day'),
              of('operation').as('operation'),
              of('outcome').as('outcome'),
              sql<number>`1`.as('calls'),
            ])
            .where('id', '=', of('id')),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'day', 'operation', 'outcome'])
            .doUpdateSet((row) => ({ calls: row('usage_day.calls', '+', 1) })),
        ),
    ),

    release: statement('meter release', (of: ParametersOf<{ id: string }>) =>
      db.deleteFrom('reservation').where('id', '=', of('id')).returning('id'),
    ),

    sweepExpired: statement('meter sweep expired', (of: ParametersOf<{ now: Now }>) =>
      db.deleteFrom('reservation').where('expires_at', '<=', nowOf(of('now'))),
    ),
  };
}

interface NewReservation {
  readonly id: string;
  readonly accountId: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly expiresAt: number;
}

interface UsageKind {
  readonly day: string;
  readonly operation: string;
  readonly outcome: string;
}
