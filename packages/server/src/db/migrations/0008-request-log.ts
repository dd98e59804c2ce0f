import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * No foreign key: checking it would lock the account's row, which every call needs, and the rows expire by themselves.
 */
export async function createRequestLog(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .createTable('request_log')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('ms', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('request_log_key', ['account_id', 'at', 'id'])
    .execute();
  await tx.schema.createIndex('request_log_by_time').on('request_log').column('at').execute();
}
