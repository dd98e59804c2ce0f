import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** The id of the access key pair that belongs to an API key. */
export async function addAccessKeys(tx: Transaction<Tables>): Promise<void> {
  await tx.schema.alterTable('api_key').addColumn('access_key_id', 'text').execute();
  // Both databases allow any number of nulls.
  await tx.schema
    .createIndex('api_key_by_access_key')
    .on('api_key')
    .column('access_key_id')
    .unique()
    .execute();
}
