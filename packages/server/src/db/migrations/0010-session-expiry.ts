import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** For the sweep of expired sessions, which would read the whole table otherwise. */
export async function indexSessionExpiry(tx: Transaction<Tables>): Promise<void> {
  await tx.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute();
}
