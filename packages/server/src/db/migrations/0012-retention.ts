import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** For the deletion of old usage and of deleted accounts, which would read whole tables otherwise. */
export async function indexRetention(tx: Transaction<Tables>): Promise<void> {
  await tx.schema.createIndex('period_usage_by_end').on('period_usage').column('period_end').execute();
  await tx.schema.createIndex('account_by_deletion').on('account').column('deleted_at').execute();
}
