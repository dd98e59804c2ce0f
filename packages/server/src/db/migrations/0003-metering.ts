import { sql, type ColumnDefinitionBuilder, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');

export async function createMeterTables(
  tx: Transaction<Tables>,
  dialect: 'sqlite' | 'postgres',
): Promise<void> {
  await tx.schema
    .createTable('meter')
    .addColumn('account_id', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('anchor', 'bigint', required)
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint', required)
    .addColumn('used', 'bigint', required)
    .addColumn('held', 'bigint', required)
    .addColumn('tat', 'double precision', required)
    .addColumn('batch_paced', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('batch_held', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await tx.schema
    .createTable('past_period')
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint', required)
    .addColumn('used', 'bigint', required)
    .addPrimaryKeyConstraint('past_period_key', ['account_id', 'period_start'])
    .execute();
  await tx.schema
    .createTable('server')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', required)
    .addColumn('batch', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await tx.schema
    .createTable('hold')
    .addColumn('server_id', 'text', required)
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('period_start', 'bigint', required)
    .addColumn('calls', 'bigint', required)
    .addPrimaryKeyConstraint('hold_key', ['server_id', 'account_id', 'period_start'])
    .execute();
  await tx.schema.createIndex('hold_of_account').on('hold').column('account_id').execute();
  await tx.schema
    .createTable('usage_day')
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('day', 'text', required)
    .addColumn('operation', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('calls', 'bigint', required)
    .addPrimaryKeyConstraint('usage_day_key', ['account_id', 'day', 'operation', 'outcome'])
    .execute();
  await tx.schema
    .createTable('refusal')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('at', 'bigint', required)
    .addColumn('operation', 'text', required)
    .addColumn('code', 'text', required)
    .execute();
  await tx.schema.createIndex('refusal_of_account').on('refusal').columns(['account_id', 'at']).execute();
  // Every call updates these rows: free space on their pages lets PostgreSQL avoid index updates.
  if (dialect === 'postgres')
    for (const table of ['meter', 'hold', 'usage_day'] as const)
      await sql`alter table ${sql.table(table)} set (fillfactor = 60)`.execute(tx);
}
