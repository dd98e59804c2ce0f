import type { Transaction } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * In the form of better-auth, which kept them then: ISO text and 0/1 on SQLite, timestamptz and boolean on PostgreSQL.
 */
export async function createPeopleTables(
  tx: Transaction<Tables>,
  dialect: 'sqlite' | 'postgres',
): Promise<void> {
  const moment = dialect === 'postgres' ? 'timestamptz' : 'text';
  const flag = dialect === 'postgres' ? 'boolean' : 'integer';
  await tx.schema
    .createTable('person')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', flag, (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('created_at', moment, (column) => column.notNull())
    .addColumn('updated_at', moment, (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', moment, (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', moment, (column) => column.notNull())
    .addColumn('updated_at', moment, (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('session_of_person').on('session').column('person_id').execute();
  await tx.schema
    .createTable('credential')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', moment)
    .addColumn('refresh_token_expires_at', moment)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', moment, (column) => column.notNull())
    .addColumn('updated_at', moment, (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('credential_of_person').on('credential').column('person_id').execute();
  await tx.schema
    .createTable('verification')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', moment, (column) => column.notNull())
    .addColumn('created_at', moment, (column) => column.notNull())
    .addColumn('updated_at', moment, (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('verification_by_identifier').on('verification').column('identifier').execute();
  await tx.schema
    .createTable('login_attempt')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_request', 'bigint', (column) => column.notNull())
    .execute();
}
