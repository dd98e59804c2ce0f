import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** Calls that a new account takes over from a deleted one count against its quota, but are billed only once. */
export async function addCarriedUsage(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .alterTable('period_usage')
    .addColumn('carried', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
