import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * The address of a PostgreSQL with pgvector, which no npm package brings. Where there is none, says loudly what is not run.
 */
export function pgvectorUrl(tests: string): string | undefined {
  const url = process.env['FACET_TEST_PGVECTOR_URL'];
  if (url === undefined)
    console.warn(
      `\nNOT RUN: ${tests} need a PostgreSQL with pgvector in FACET_TEST_PGVECTOR_URL.\n` +
        '         `scripts/ci-pgvector.sh npm test` starts one and runs all tests with it.\n',
    );
  return url;
}

export interface PgvectorDatabase {
  readonly url: string;
  /** Drops it, even if clients are connected. */
  drop(): Promise<void>;
}

/** A fresh, empty database on that server. */
export async function createPgvectorDatabase(server: string): Promise<PgvectorDatabase> {
  const name = `facet_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOn(server, `create database ${name}`);
  return { url: url.href, drop: () => runOn(server, `drop database if exists ${name} with (force)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
