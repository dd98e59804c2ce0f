import { sql, type ColumnDefinitionBuilder, type Transaction } from 'kysely';
import type { Tables } from '../tables.js';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/**
 * Collections and the people in them; empty unless the operator turns collections on. The table of faces is created here
 * on SQLite alone: on PostgreSQL it needs an extension, and is created when collections are turned on.
 */
export async function createCollections(
  tx: Transaction<Tables>,
  dialect: 'sqlite' | 'postgres',
): Promise<void> {
  // Numbers are never given out twice, so that what is left of a deleted row belongs to no other.
  const key = sql.raw(
    dialect === 'postgres'
      ? 'bigint generated always as identity primary key'
      : 'integer primary key autoincrement',
  );
  // Ids are compared byte by byte, so that a page of a list begins where the one before ended.
  const id = sql.raw(dialect === 'postgres' ? 'text collate "C"' : 'text');
  await sql`
    create table collection (
      number ${key},
      account_id text references account (id) on delete cascade,
      id ${id},
      model text,
      people bigint not null default 0,
      faces bigint not null default 0,
      next_face bigint not null default 1,
      created_at bigint not null
    )`.execute(tx);
  await tx.schema
    .createIndex('collection_of_account')
    .on('collection')
    .columns(['account_id', 'id'])
    .unique()
    .execute();
  await sql`
    create table collection_person (
      number ${key},
      collection bigint not null references collection (number) on delete cascade,
      id ${id} not null,
      display_name text,
      metadata text,
      consent text,
      expires_at bigint,
      faces bigint not null default 0,
      created_at bigint not null
    )`.execute(tx);
  await tx.schema
    .createIndex('collection_person_by_id')
    .on('collection_person')
    .columns(['collection', 'id'])
    .unique()
    .execute();
  await sql`
    create index collection_person_by_expiry on collection_person (expires_at)
    where expires_at is not null`.execute(tx);
  if (dialect === 'postgres') return;
  await tx.schema
    .createTable('collection_face')
    .addColumn('collection', 'bigint', required)
    .addColumn('number', 'bigint', required)
    .addColumn('person', 'bigint', (column) =>
      column.notNull().references('collection_person.number').onDelete('cascade'),
    )
    .addColumn('model', 'text', required)
    .addColumn('sealed', 'blob', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('collection_face_key', ['collection', 'number'])
    // The rows of a collection lie beside each other, in the order in which they are loaded.
    .modifyEnd(sql`without rowid`)
    .execute();
  await tx.schema.createIndex('collection_face_of_person').on('collection_face').column('person').execute();
}
