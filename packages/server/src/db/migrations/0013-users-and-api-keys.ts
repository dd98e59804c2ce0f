import { sql, type ColumnDefinitionBuilder, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const ofUser = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('person.id').onDelete('cascade');

/** The columns and tables to which `renameTables` moves what the former library for log-ins had kept. */
export async function addUserTables(tx: Transaction<Tables>): Promise<void> {
  const person = tx.schema.alterTable('person');
  await person.addColumn('password_hash', 'text', (column) => column.notNull().defaultTo('')).execute();
  await person.addColumn('verified', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await person.addColumn('created', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await tx.schema
    .createTable('user_session')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await tx.schema
    .createTable('mailed_link')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

/**
 * The tables get the names of the glossary, and lose what the former library for log-ins needed: a table of its own for
 * passwords, ISO text and timestamps, unused columns. Counted attempts to log in, which expire in minutes, are dropped.
 */
export async function renameTables(tx: Transaction<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const msOf = (column: string): RawBuilder<number> =>
    dialect === 'postgres'
      ? sql`cast(extract(epoch from ${sql.ref(column)}) * 1000 as bigint)`
      : sql`cast(round((julianday(${sql.ref(column)}) - 2440587.5) * 86400000) as integer)`;
  await sql`
    update person set
      verified = cast(email_verified as integer),
      created = ${msOf('created_at')},
      password_hash = coalesce(
        (select password from credential where credential.person_id = person.id and password is not null limit 1), ''
      )`.execute(tx);
  await sql`
    insert into user_session (token, user_id, expires_at, created_at)
    select token, person_id, ${msOf('expires_at')}, ${msOf('created_at')} from session`.execute(tx);
  await sql`
    insert into mailed_link (hash, user_id, expires_at)
    select identifier, value, max(${msOf('expires_at')}) from verification
    where value in (select id from person) group by identifier, value`.execute(tx);

  for (const table of ['credential', 'session', 'verification', 'login_attempt'])
    await tx.schema.dropTable(table).execute();
  for (const column of ['name', 'image', 'email_verified', 'created_at', 'updated_at'])
    await tx.schema.alterTable('person').dropColumn(column).execute();
  await tx.schema.alterTable('person').renameColumn('verified', 'email_verified').execute();
  await tx.schema.alterTable('person').renameColumn('created', 'created_at').execute();
  await tx.schema.alterTable('person').renameTo('users').execute();
  await tx.schema.alterTable('account').renameColumn('person_id', 'user_id').execute();
  await tx.schema.alterTable('user_session').renameTo('session').execute();
  await tx.schema.createIndex('session_of_user').on('session').column('user_id').execute();
  await tx.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute();
  await tx.schema.createIndex('mailed_link_of_user').on('mailed_link').column('user_id').execute();
  await tx.schema
    .createTable('login_attempt')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', required)
    .addColumn('last_request', 'bigint', required)
    .execute();

  await tx.schema.alterTable('user_id').renameTo('api_key').execute();
  await tx.schema.alterTable('refusal').renameTo('rejection').execute();
  await tx.schema.dropIndex('refusal_of_account').execute();
  await tx.schema.createIndex('rejection_of_account').on('rejection').columns(['account_id', 'at']).execute();

  for (const [was, is] of [
    ['member', 'user'],
    ['administrator', 'admin'],
  ]) {
    await sql`update account set role = ${is} where role = ${was}`.execute(tx);
    await sql`update audit set detail = ${is} where action = 'account-created' and detail = ${was}`.execute(
      tx,
    );
  }
  await sql`update audit set action = replace(action, 'administrator-', 'admin-')`.execute(tx);
  await sql`update audit set action = replace(action, 'user-id', 'api-key')`.execute(tx);
}
