import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** What operators have changed, and an index for the usage of all accounts. */
export async function createAudit(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute();
  await tx.schema.createIndex('audit_of_account').on('audit').columns(['account_id', 'at']).execute();
  await tx.schema.createIndex('usage_by_day').on('usage_day').column('day').execute();
}
