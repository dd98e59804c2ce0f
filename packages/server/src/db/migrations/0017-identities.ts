import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** Log-in with an identity provider, and accounts that belong to no user. */
export async function addIdentities(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .createTable('identity')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('identity_key', ['issuer', 'subject'])
    .execute();
  await tx.schema.createIndex('identity_of_user').on('identity').column('user_id').execute();
  await tx.schema.alterTable('session').addColumn('ends_at', 'bigint').execute();
  // Only the users' own addresses were unique so far.
  await sql`
    create unique index service_account_by_name on account (label)
    where user_id is null and deleted_at is null`.execute(tx);
}
