import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.js';
import { statement, type ParametersOf } from '../../db/prepared/statement.js';

/** A moment in milliseconds; null: by the clock of the database, which all servers on PostgreSQL share. */
type Now = number | null;

type CountKind = 'now' | 'used' | 'reserved';

/** Everything that the meter asks of the database at a call. It stores and looks up; it decides nothing. */
export type MeterStatements = ReturnType<typeof build>;

export const meterStatements = (database: Database): MeterStatements => build(database);

// Its type is inferred: it has the columns of every statement.
function build({ db, dialect }: Database) {
  const isPostgres = dialect === 'postgres';
  const nowOf = (given: RawBuilder<Now>): RawBuilder<number> =>
    isPostgres
      ? sql`coalesce(cast(${given} as bigint), cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`
      : sql`${given}`;
  const accountWith = (hash: RawBuilder<string>): RawBuilder<string> =>
    sql`(select account_id from user_id where lookup_hash = ${hash})`;

  const kindOf = (kind: CountKind): AliasedRawBuilder<CountKind, 'kind'> =>
    sql<CountKind>`${sql.lit(kind)}`.as('kind');
  const zero = sql<number>`0`;

  return {
    /**
     * Who has the user id, and the account's row, locked: its admissions come one after the other. A reservation need not
     * survive a crash of PostgreSQL, which the call that it is for does not survive either; so it does not wait for the disk.
     */
    lockAccount: statement('meter_lock_account', (of: ParametersOf<{ hash: string }>) =>
      db
        .selectFrom('user_id')
        .innerJoin('account', 'account.id', 'user_id.account_id')
        .leftJoin('subscription', 'subscription.account_id', 'user_id.account_id')
        .select(['account.id as accountId', 'account.suspended_at as suspendedAt', 'account.tat'])
        .select(['subscription.plan', 'subscription.started_at as startedAt'])
        .select('subscription.ends_at as endsAt')
        .where('user_id.lookup_hash', '=', of('hash'))
        // A SQLite transaction that writes is alone anyway.
        .$if(isPostgres, (query) =>
          query
            .select(sql`set_config('synchronous_commit', 'off', true)`.as('setting'))
            .forNoKeyUpdate('account'),
        ),
    ),

    dropExpired: statement('meter_drop_expired', (of: ParametersOf<{ hash: string; now: Now }>) =>
      db
        .deleteFrom('reservation')
        .where('account_id', '=', accountWith(of('hash')))
        .where('expires_at', '<=', nowOf(of('now'))),
    ),

    /**
     * Used and reserved calls in one statement, and so at one moment: a call that is settled meanwhile must not be
     * missing from both. By period, because which one counts is decided later.
     */
    countCalls: statement('meter_count_calls', (of: ParametersOf<{ hash: string; now: Now }>) =>
      db
        .selectNoFrom([kindOf('now'), nowOf(of('now')).as('moment'), zero.as('calls'), zero.as('expiry')])
        .unionAll(
          db
            .selectFrom('period_usage')
            .select([kindOf('used'), 'period_start as moment', 'used as calls', zero.as('expiry')])
            .where('account_id', '=', accountWith(of('hash')))
            .where('period_end', '>', nowOf(of('now'))),
        )
        .unionAll(
          db
            .selectFrom('reservation')
            .select((row) => [
              kindOf('reserved'),
              'period_start as moment',
              row.fn.countAll<number>().as('calls'),
              row.fn.min('expires_at').as('expiry'),
            ])
            .where('account_id', '=', accountWith(of('hash')))
            .groupBy('period_start'),
        ),
    ),

    setTat: statement('meter_set_tat', (of: ParametersOf<{ accountId: string; tat: number }>) =>
      db
        .updateTable('account')
        .set({ tat: of('tat') })
        .where('id', '=', of('accountId')),
    ),

    reserve: statement('meter_reserve', (of: ParametersOf<NewReservation>) =>
      db.insertInto('reservation').values({
        id: of('id'),
        account_id: of('accountId'),
        period_start: of('periodStart'),
        period_end: of('periodEnd'),
        expires_at: of('expiresAt'),
      }),
    ),

    // Each of the next two locks the reservation that it finds, so that nobody removes it before it is settled.
    countReserved: statement('meter_count_reserved', (of: ParametersOf<{ id: string }>) =>
      db
        .insertInto('period_usage')
        .columns(['account_id', 'period_start', 'period_end', 'used'])
        .expression(
          db
            .selectFrom('reservation')
            .select(['account_id', 'period_start', 'period_end', sql<number>`1`.as('used')])
            .where('id', '=', of('id'))
            .$if(isPostgres, (query) => query.forUpdate()),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'period_start'])
            .doUpdateSet((row) => ({ used: row('period_usage.used', '+', 1) })),
        ),
    ),

    addUsage: statement('meter_add_usage', (of: ParametersOf<{ id: string } & UsageKind>) =>
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
            .where('id', '=', of('id'))
            .$if(isPostgres, (query) => query.forUpdate()),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'day', 'operation', 'outcome'])
            .doUpdateSet((row) => ({ calls: row('usage_day.calls', '+', 1) })),
        ),
    ),

    markUsed: statement('meter_mark_used', (of: ParametersOf<{ hash: string; at: number }>) =>
      db
        .updateTable('user_id')
        .set({ last_used_at: of('at') })
        .where('lookup_hash', '=', of('hash'))
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', of('at'))])),
    ),

    release: statement('meter_release', (of: ParametersOf<{ id: string }>) =>
      db.deleteFrom('reservation').where('id', '=', of('id')).returning('id'),
    ),

    sweepExpired: statement('meter_sweep_expired', (of: ParametersOf<{ now: Now }>) =>
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
