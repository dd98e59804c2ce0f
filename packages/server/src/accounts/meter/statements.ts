import { sql, type AliasedRawBuilder, type Compilable, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.js';
import { statement, type BoundStatement, type ParametersOf } from '../../db/prepared/transactions.js';

/** Milliseconds since 1970; null: the database's clock, which all servers on PostgreSQL share. */
type Now = number | null;

/** Under which an API key may be stored: by the secret or, while that is changed, by its fallback. */
export interface LookupHashes {
  readonly hash: string;
  readonly fallbackHash: string;
}

type CountKind = 'now' | 'used' | 'reserved';

/** The statements that the meter runs for a call. They store and look up; the rules are in `plan-rules.ts`. */
export type MeterStatements = ReturnType<typeof build>;

export const meterStatements = (database: Database): MeterStatements => build(database);

// The return type is inferred, because it contains the columns of every statement.
function build(database: Database) {
  const { db, dialect } = database;
  const isPostgres = dialect === 'postgres';
  const nowOf = (given: RawBuilder<Now>): RawBuilder<number> =>
    isPostgres
      ? sql`coalesce(cast(${given} as bigint), cast(extract(epoch from clock_timestamp()) * 1000 as bigint))`
      : sql`${given}`;
  // One statement for both: an API key that is moved from one hash to the other meanwhile is always found.
  const hashesOf = (of: ParametersOf<LookupHashes>): RawBuilder<string>[] => [of('hash'), of('fallbackHash')];
  const accountWith = (of: ParametersOf<LookupHashes>): RawBuilder<string> =>
    sql`(select account_id from api_key where lookup_hash in (${sql.join(hashesOf(of))}) limit 1)`;

  const kindOf = (kind: CountKind): AliasedRawBuilder<CountKind, 'kind'> =>
    sql<CountKind>`${sql.lit(kind)}`.as('kind');
  const zero = sql<number>`0`;

  return {
    /**
     * Finds the account of the API key and locks its row, so that its admissions are serialised. A reservation need not
     * survive a crash of PostgreSQL, because its call does not survive it either: the commit does not wait for the
     * disk.
     */
    lockAccount: statement('meter_lock_account', (of: ParametersOf<LookupHashes>) =>
      db
        .selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .leftJoin('subscription', 'subscription.account_id', 'api_key.account_id')
        .select(['account.id as accountId', 'account.suspended_at as suspendedAt', 'account.tat'])
        .select(['subscription.plan', 'subscription.started_at as startedAt'])
        .select(['subscription.ends_at as endsAt', 'api_key.lookup_hash as lookupHash'])
        .select(['api_key.scopes', 'api_key.expires_at as expiresAt', 'api_key.origins'])
        .where('api_key.lookup_hash', 'in', hashesOf(of))
        // SQLite runs one writing transaction at a time anyway.
        .$if(isPostgres, (query) =>
          query
            .select(sql`set_config('synchronous_commit', 'off', true)`.as('setting'))
            .forNoKeyUpdate('account'),
        ),
    ),

    dropExpired: statement('meter_drop_expired', (of: ParametersOf<LookupHashes & { now: Now }>) =>
      db
        .deleteFrom('reservation')
        .where('account_id', '=', accountWith(of))
        .where('expires_at', '<=', nowOf(of('now'))),
    ),

    /**
     * Used and reserved calls in one statement, as of the same point in time: a call that is settled meanwhile must not
     * be missing from both. By period, because the period that counts is determined later.
     */
    countCalls: statement('meter_count_calls', (of: ParametersOf<LookupHashes & { now: Now }>) =>
      db
        .selectNoFrom([kindOf('now'), nowOf(of('now')).as('moment'), zero.as('calls'), zero.as('expiry')])
        .unionAll(
          db
            .selectFrom('period_usage')
            .select([kindOf('used'), 'period_start as moment', 'used as calls', zero.as('expiry')])
            .where('account_id', '=', accountWith(of))
            .where('period_end', '>', nowOf(of('now'))),
        )
        .unionAll(
          db
            .selectFrom('reservation')
            .select((row) => [
              kindOf('reserved'),
              'period_start as moment',
              row.fn.sum<number>('calls').as('calls'),
              row.fn.min('expires_at').as('expiry'),
            ])
            .where('account_id', '=', accountWith(of))
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
        calls: of('calls'),
      }),
    ),

    settle: settling(database),

    /** Gives a part of the rate back, if the reservation is still there: an attempt whose response was lost has done it. */
    returnRate: statement(
      'meter_return_rate',
      (of: ParametersOf<{ id: string; accountId: string; ms: number }>) =>
        db
          .updateTable('account')
          .set((row) => ({ tat: row('tat', '-', sql<number>`cast(${of('ms')} as double precision)`) }))
          .where('id', '=', of('accountId'))
          .where((row) => row.exists(row.selectFrom('reservation').select('id').where('id', '=', of('id')))),
    ),

    markUsed: statement('meter_mark_used', (of: ParametersOf<{ hash: string; at: number }>) =>
      db
        .updateTable('api_key')
        .set({ last_used_at: of('at') })
        .where('lookup_hash', '=', of('hash'))
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', of('at'))])),
    ),

    sweepExpired: statement('meter_sweep_expired', (of: ParametersOf<{ now: Now }>) =>
      db.deleteFrom('reservation').where('expires_at', '<=', nowOf(of('now'))),
    ),
  };
}

/**
 * Ends a reservation: adds its calls to the usage of the day and, if they count, to that of the period. The last
 * statement returns a row if the reservation existed.
 */
function settling({ db, dialect }: Database): (call: SettledCall, counts: boolean) => BoundStatement[] {
  type Of = ParametersOf<SettledCall>;
  const callsOf = (of: Of): RawBuilder<number> => sql`cast(${of('calls')} as integer)`;
  const end = (of: Of) => db.deleteFrom('reservation').where('id', '=', of('id')).returningAll();

  const count = (of: Of) =>
    db
      .insertInto('period_usage')
      .columns(['account_id', 'period_start', 'period_end', 'used'])
      .expression(
        db
          .selectFrom('reservation')
          .select(['account_id', 'period_start', 'period_end', callsOf(of).as('used')])
          .where('id', '=', of('id')),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'period_start'])
          .doUpdateSet((row) => ({ used: row('period_usage.used', '+', row.ref('excluded.used')) })),
      );

  const add = (of: Of) =>
    db
      .insertInto('usage_day')
      .columns(['account_id', 'day', 'operation', 'outcome', 'calls'])
      .expression(
        db
          .selectFrom('reservation')
          .select(['account_id', of('day').as('day'), of('operation').as('operation')])
          .select([of('outcome').as('outcome'), callsOf(of).as('calls')])
          .where('id', '=', of('id')),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day', 'operation', 'outcome'])
          .doUpdateSet((row) => ({ calls: row('usage_day.calls', '+', row.ref('excluded.calls')) })),
      );

  if (dialect === 'sqlite') {
    const counting = statement('meter_count', count);
    const adding = statement('meter_add', add);
    const ending = statement('meter_end', end);
    return (call, counts) => [...(counts ? [counting(call)] : []), adding(call), ending(call)];
  }

  // On PostgreSQL, the same parts are one statement in which `reservation` is the row that `end` has deleted: if two
  // transactions end a reservation at the same time, only one finds it.
  const joined = (query: RawBuilder<unknown>): Compilable => ({ compile: () => query.compile(db) });
  const counting = statement('meter_settle_counted', (of: Of) =>
    joined(sql`with reservation as (${end(of)}), added as (${add(of)}) ${count(of)} returning 1`),
  );
  const releasing = statement('meter_settle_released', (of: Of) =>
    joined(sql`with reservation as (${end(of)}) ${add(of)} returning 1`),
  );
  return (call, counts) => [counts ? counting(call) : releasing(call)];
}

interface NewReservation {
  readonly id: string;
  readonly accountId: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly expiresAt: number;
  readonly calls: number;
}

interface SettledCall {
  readonly id: string;
  readonly day: string;
  readonly operation: string;
  readonly outcome: string;
  /** How many are counted or, if it is released, listed in the usage. */
  readonly calls: number;
}
