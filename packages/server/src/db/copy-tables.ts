import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

type Row = Record<string, unknown>;

/** Every table that is backed up, with its primary key; tables that others refer to come first. */
const KEPT = {
  users: ['id'],
  session: ['token'],
  identity: ['issuer', 'subject'],
  mailed_link: ['hash'],
  account: ['id'],
  api_key: ['lookup_hash'],
  subscription: ['account_id'],
  period_usage: ['account_id', 'period_start'],
  usage_day: ['account_id', 'day', 'operation', 'outcome'],
  rejection: ['id'],
  audit: ['id'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

/**
 * Copied between two SQLite databases alone: on PostgreSQL, the vectors are stored in another way. There, collections are
 * backed up with the tools of PostgreSQL, or exported.
 */
const COLLECTIONS = {
  collection: ['number'],
  collection_person: ['number'],
  collection_face: ['collection', 'number'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

const KEYS = { ...KEPT, ...COLLECTIONS };

/** Not copied: what only a running server needs, or what must not be kept in a backup beyond its expiry. */
const NOT_COPIED = [
  'login_attempt',
  'reservation',
  'request_log',
  'liveness_session',
  'liveness_attempt',
] as const;
export const TRANSIENT_TABLES = [...NOT_COPIED, 'migration'] as const;
export const KEPT_TABLES = Object.keys(KEPT) as (keyof typeof KEPT)[];
export const COLLECTION_TABLES = Object.keys(COLLECTIONS) as (keyof typeof COLLECTIONS)[];

/** SQLite accepts 32,766 values in one statement. */
const PAGE = 1000;

/** Copies one database into another, empty one, of either kind. Returns the number of rows. */
export async function copyTables(from: Database, to: Database): Promise<number> {
  return from.db.transaction().execute(async (source) => {
    // One snapshot for all tables; SQLite's transactions always are one.
    if (from.dialect === 'postgres')
      await sql`set transaction isolation level repeatable read, read only`.execute(source);
    return to.db.transaction().execute(async (target) => {
      const held = await target.selectFrom('account').select('id').limit(1).executeTakeFirst();
      if (held !== undefined) throw new Error('The database to be filled holds accounts already.');
      let copied = 0;
      const keepsCollections = from.dialect === 'sqlite' && to.dialect === 'sqlite';
      for (const table of [...KEPT_TABLES, ...(keepsCollections ? COLLECTION_TABLES : [])])
        copied += await copyTable(source, target, table);
      await deleteTransient(target);
      return copied;
    });
  });
}

/** How many collections a copy leaves out. */
export async function collectionsLeftOut(from: Database, to: Pick<Database, 'dialect'>): Promise<number> {
  if (from.dialect === 'sqlite' && to.dialect === 'sqlite') return 0;
  const { count } = await from.db
    .selectFrom('collection')
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .where('account_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A copy has no running servers and no calls in flight. */
export async function deleteTransient(db: Kysely<Tables>): Promise<void> {
  for (const table of NOT_COPIED) await db.deleteFrom(table).execute();
}

async function copyTable(
  source: Transaction<Tables>,
  target: Transaction<Tables>,
  table: keyof typeof KEYS,
): Promise<number> {
  let copied = 0;
  for (let after: Row | undefined; ;) {
    const page = await readPage(source, table, after);
    const last = page.at(-1);
    if (last === undefined) return copied;
    await target.insertInto(table).values(page).execute();
    copied += page.length;
    after = last;
  }
}

async function readPage(
  source: Transaction<Tables>,
  table: keyof typeof KEYS,
  after: Row | undefined,
): Promise<Row[]> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(${key}) > (${sql.join(KEYS[table].map((column) => after[column]))})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${beyond} order by ${key} limit ${sql.lit(PAGE)}`.execute(source);
  return rows;
}
