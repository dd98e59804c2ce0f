import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.js';
import { MIGRATIONS, type Migration } from './migrations/index.js';
import type { Tables } from './tables.js';

/** An arbitrary number that no other user of the database uses for its advisory lock. */
const LOCK = 4_607_182_418;
/** As long as a migration by another server may take on large tables. */
export const LOCK_DEADLINE_MS = 5 * 60_000;
const LOCK_RETRY_MS = 100;

/** The suffix of a step that removes something: it names the step that servers must know to work without it. */
const NEEDS = / needs (\S+)$/;

/** A newer version has removed something from the database that this version needs. */
export class TooNewDatabase extends Error {
  override readonly name = 'TooNewDatabase';

  constructor(needed: string, step: string) {
    super(
      `A newer version has changed the database for servers that know ${needed} (${step}); run that version or a later one.`,
    );
  }
}

/**
 * Migrates the database to this version. Servers that start at the same time wait for each other. Steps that were
 * already applied, also by a newer version, are skipped. Fails if a newer version has removed something that this one
 * needs.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations)
    if (await database.db.transaction().execute((tx) => applyOnce(tx, database.dialect, migration)))
      applied.push(migration.name);
  const known = new Set(migrations.map(({ name }) => name));
  for (const step of await newerSteps(database, migrations)) {
    const needed = NEEDS.exec(step)?.[1];
    if (needed !== undefined && !known.has(needed)) throw new TooNewDatabase(needed, step);
  }
  return applied;
}

/** Steps that a newer version has applied and this version does not know. */
export async function newerSteps(
  { db }: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name));
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name).filter((name) => !known.has(name));
}

async function applyOnce(
  tx: Transaction<Tables>,
  dialect: Database['dialect'],
  { name, apply }: Migration,
): Promise<boolean> {
  // On SQLite, the transaction is the lock.
  if (dialect === 'postgres') await takeLock(tx);
  await tx.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const known = await tx.selectFrom('migration').select('name').where('name', '=', name).executeTakeFirst();
  if (known !== undefined) return false;
  await apply(tx, dialect);
  await tx.insertInto('migration').values({ name, applied_at: Date.now() }).execute();
  return true;
}

/** Polled, because a statement that waits would hit the statement timeout. */
async function takeLock(tx: Transaction<Tables>): Promise<void> {
  const deadline = performance.now() + LOCK_DEADLINE_MS;
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as taken`.execute(tx);
    if (rows[0]?.taken === true) return;
    if (performance.now() >= deadline)
      throw new Error(
        'Another server has been migrating the database for minutes. Check whether it is stuck, then restart this server.',
      );
    await sleep(LOCK_RETRY_MS);
  }
}
