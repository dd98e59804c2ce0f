import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** The liveness sessions that are open. */
export async function createLivenessSessions(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .createTable('liveness_session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('liveness_session_of_account')
    .on('liveness_session')
    .columns(['account_id', 'expires_at'])
    .execute();
  await tx.schema
    .createIndex('liveness_session_by_expiry')
    .on('liveness_session')
    .column('expires_at')
    .execute();
}
