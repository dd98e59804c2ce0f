import { sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/** The user id of an account becomes the first of several. */
export async function nameUserIds(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .alterTable('user_id')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('default'))
    .execute();
  await tx.schema.alterTable('user_id').addColumn('last_used_at', 'bigint').execute();
}

/** The account is no longer the key of the table. Created again, because SQLite cannot change a primary key. */
export async function allowSeveralUserIds(tx: Transaction<Tables>): Promise<void> {
  await tx.schema
    .createTable('several_user_ids')
    .addColumn('lookup_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('default'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addUniqueConstraint('user_id_by_name', ['account_id', 'name'])
    .execute();
  await sql`
    insert into several_user_ids (lookup_hash, account_id, name, sealed, created_at, last_used_at)
    select lookup_hash, account_id, name, sealed, created_at, last_used_at from user_id`.execute(tx);
  await tx.schema.dropTable('user_id').execute();
  await tx.schema.alterTable('several_user_ids').renameTo('user_id').execute();
}
