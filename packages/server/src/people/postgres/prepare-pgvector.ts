import { DIMENSIONS } from '@facet/gallery/internals';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';

/** An arbitrary number that no other user of the database uses for its advisory lock. */
const LOCK = 4_607_182_419;
/** The first version with halfvec and with searches that go on until they have found enough. */
const NEEDED = [0, 8] as const;

interface Extension {
  /** Null where the server does not have the files. */
  readonly available: string | null;
  /** Null where the database has not been told to use it. */
  readonly installed: string | null;
  readonly major: number;
}

/**
 * Creates the extension and the table of faces where they are missing. Servers that start at the same time wait for each
 * other. The messages of its errors complete the sentence "Collections need pgvector, but …".
 */
export const preparePgvector = (db: Kysely<Tables>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    const extension = await extensionOf(tx);
    if (extension.installed === null) await install(tx, extension);
    else if (isOld(extension.installed))
      throw new Error(
        `the database uses version ${extension.installed}, and ${NEEDED.join('.')} or newer is needed: ${packageFor(extension)}, then have a superuser run ALTER EXTENSION vector UPDATE`,
      );
    await createTable(tx);
  });

async function extensionOf(tx: Transaction<Tables>): Promise<Extension> {
  const { rows } = await sql<Extension>`
    select current_setting('server_version_num')::int / 10000 as major,
      (select default_version from pg_available_extensions where name = 'vector') as available,
      (select extversion from pg_extension where extname = 'vector') as installed`.execute(tx);
  const [extension] = rows;
  if (extension === undefined) throw new Error('the database does not say which extensions it has');
  return extension;
}

async function install(tx: Transaction<Tables>, extension: Extension): Promise<void> {
  const { available } = extension;
  if (available === null)
    throw new Error(
      `the PostgreSQL server does not have it: ${packageFor(extension)}, then start Facet again`,
    );
  if (isOld(available))
    throw new Error(
      `the PostgreSQL server has version ${available}, and ${NEEDED.join('.')} or newer is needed: ${packageFor(extension)}, then start Facet again`,
    );
  try {
    await sql`create extension vector`.execute(tx);
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `the database cannot use it (${fault}): have a superuser run CREATE EXTENSION vector in this database`,
      { cause },
    );
  }
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]);
}

const packageFor = ({ major }: Extension): string =>
  `install pgvector on the database's machine (Debian and Ubuntu: postgresql-${major}-pgvector)`;

async function createTable(tx: Transaction<Tables>): Promise<void> {
  await sql`
    create table if not exists collection_face (
      collection bigint not null,
      number bigint not null,
      person bigint not null references collection_person (number) on delete cascade,
      model text not null,
      vector vector(${sql.lit(DIMENSIONS)}) not null,
      created_at bigint not null,
      primary key (collection, number)
    )`.execute(tx);
  await sql`create index if not exists collection_face_of_person on collection_face (person)`.execute(tx);
}
