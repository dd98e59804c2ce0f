import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TemporaryPostgres } from '@facet/test-support';
import type { Database } from '@facet/server/internals';

/** What a PostgreSQL has done so far; the difference of two of them is what something cost it. */
export interface PostgresFacts {
  readonly walBytes: number;
  readonly commits: number;
  readonly rowVersions: number;
  /** Those of them that touched no index. */
  readonly hotRowVersions: number;
  /** Dead rows that were not vacuumed yet. */
  readonly deadRows: number;
  readonly vacuums: number;
  /** Of all tables of the database with their indexes. */
  readonly bytes: number;
  readonly connections: number;
}

/** Asks for the facts of the database; counters of the tables lag by up to a second. */
export async function readPostgresFacts({ db }: Database): Promise<PostgresFacts> {
  const { rows } = await sql<PostgresFacts>`
    select (pg_current_wal_lsn() - '0/0')::float8 as "walBytes",
           (select xact_commit from pg_stat_database where datname = current_database()) as commits,
           sum(n_tup_ins + n_tup_upd)::float8 as "rowVersions",
           sum(n_tup_ins + n_tup_hot_upd)::float8 as "hotRowVersions",
           sum(n_dead_tup)::float8 as "deadRows",
           sum(vacuum_count + autovacuum_count)::float8 as vacuums,
           sum(pg_total_relation_size(relid))::float8 as bytes,
           (select count(*) from pg_stat_activity where datname = current_database()) as connections
    from pg_stat_user_tables`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database tells nothing about itself.');
  return facts;
}

/** What autovacuum does within a minute of load: afterwards statements are planned for the tables as they are. */
export async function refreshStatistics({ db }: Database): Promise<void> {
  await sql`analyze`.execute(db);
}

/** The main process of a PostgreSQL. */
export async function postgresProcess({ folder }: TemporaryPostgres): Promise<number> {
  const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
