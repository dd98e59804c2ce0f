import { sql, type ColumnDefinitionBuilder, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Calls in flight as rows that expire, usage by period, and accounts whose usage outlives them. */
export async function addReservations(
  tx: Transaction<Tables>,
  dialect: 'sqlite' | 'postgres',
): Promise<void> {
  await tx.schema
    .alterTable('account')
    .addColumn('tat', 'double precision', (column) => column.notNull().defaultTo(0))
    .execute();
  await tx.schema.alterTable('account').addColumn('deleted_at', 'bigint').execute();
  await tx.schema.alterTable('account').addColumn('email_hash', 'text').execute();
  await tx.schema.createIndex('account_by_email_hash').on('account').column('email_hash').execute();
  await tx.schema
    .createTable('period_usage')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint', required)
    .addColumn('used', 'bigint', required)
    .addPrimaryKeyConstraint('period_usage_key', ['account_id', 'period_start'])
    .execute();
  // No foreign key: checking it would lock the account's row at every call, and the rows expire by themselves.
  await tx.schema
    .createTable('reservation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', required)
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await tx.schema.createIndex('reservation_of_account').on('reservation').column('account_id').execute();
  await sql`
    insert into period_usage (account_id, period_start, period_end, used)
    select account_id, period_start, max(period_end), sum(used)
    from (
      select account_id, period_start, period_end, used from past_period
      union all
      select account_id, period_start, period_end, used from meter
    ) as counted
    group by account_id, period_start`.execute(tx);
  await sql`
    update account
    set tat = coalesce((select meter.tat from meter where meter.account_id = account.id), 0)`.execute(tx);
  // Every call updates these rows: free space on their pages lets PostgreSQL avoid index updates.
  if (dialect === 'postgres')
    for (const table of ['account', 'period_usage'] as const)
      await sql`alter table ${sql.table(table)} set (fillfactor = 60)`.execute(tx);
}

/** The counters that preceded reservations. A server that still needs them fails its calls instead of miscounting. */
export async function dropHolds(tx: Transaction<Tables>): Promise<void> {
  for (const table of ['hold', 'server', 'past_period', 'meter'])
    await sql`drop table ${sql.table(table)}`.execute(tx);
}
