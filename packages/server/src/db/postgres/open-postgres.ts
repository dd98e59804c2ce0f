import { Kysely, PostgresDialect, sql } from 'kysely';
import pg, { type ClientConfig } from 'pg';
import { resolvesWithin } from '../../work/deadline.js';
import type { PostgresDatabase } from '../database.js';
import { once } from '../once.js';
import type { Tables } from '../tables.js';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 15_000;
const ALIVE_TIMEOUT_MS = 2000;

/** int8 as a number: all counts and times are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(url: string, statementTimeoutMs = STATEMENT_TIMEOUT_MS): PostgresDatabase {
  const connectOptions: ClientConfig = {
    connectionString: url,
    application_name: 'facet',
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...connectOptions, max: MAX_CONNECTIONS });
  // A broken connection fails its query or is replaced. Without a listener, the event would crash the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    db,
    connectOptions,
    isAlive: () => resolvesWithin(sql`select 1`.execute(db), ALIVE_TIMEOUT_MS).catch(() => false),
    close: once(async () => {
      // Kysely only ends a pool that it has used.
      await db.destroy();
      if (!pool.ended) await pool.end();
    }),
  };
}
