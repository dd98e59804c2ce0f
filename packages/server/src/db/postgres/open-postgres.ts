import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { resolvesWithin } from '../../work/deadline.js';
import type { PostgresDatabase } from '../database.js';
import { ALIVE_TIMEOUT_MS } from '../limits.js';
import { once } from '../once.js';
import type { Tables } from '../tables.js';
import { PostgresConnections } from './connections.js';

const STATEMENT_TIMEOUT_MS = 15_000;

/** int8 as a number: all counts and times are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(url: string, statementTimeoutMs = STATEMENT_TIMEOUT_MS): PostgresDatabase {
  const connections = new PostgresConnections(
    {
      connectionString: url,
      types,
      keepAlive: true,
    },
    {
      name: 'facet',
      statementTimeoutMs,
      idleInTransactionMs: STATEMENT_TIMEOUT_MS,
      planning: 'by-cost',
    },
  );
  const pool = { connect: () => connections.connect(connections.other), end: () => connections.close() };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    db,
    connections,
    isAlive: () => resolvesWithin(writeAndForget(connections), ALIVE_TIMEOUT_MS).catch(() => false),
    close: once(async () => {
      // Kysely only ends a pool that it has used.
      await db.destroy();
      await connections.close();
    }),
  };
}

/** Writes a row, as calls do, and takes it back: a server that cannot write is of no use. */
const writeAndForget = (connections: PostgresConnections): Promise<unknown> =>
  connections.run(connections.other, (client) =>
    Promise.all([
      client.query('begin'),
      // Ends before the next one begins, whatever it waits for: probes must not take the connections of calls.
      client.query(`set local statement_timeout = ${ALIVE_TIMEOUT_MS}`),
      client.query(
        `insert into login_attempt (key, count, last_request) values ('readiness ' || gen_random_uuid(), 0, 0)`,
      ),
      client.query('rollback'),
    ]),
  );
