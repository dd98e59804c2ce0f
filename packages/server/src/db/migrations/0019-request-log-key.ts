import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** The name of the API key of a request; null: not known, as of requests logged before. */
export async function addKeyOfRequests(tx: Transaction<Tables>): Promise<void> {
  await tx.schema.alterTable('request_log').addColumn('key_name', 'text').execute();
}
