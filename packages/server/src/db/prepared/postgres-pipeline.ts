import pg, { type Connection, type PoolClient, type QueryResult } from 'pg';
import type { BoundStatement } from './statement.js';

interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: (string | null)[];
}

/**
 * Several prepared statements in one round trip: the library sends one at a time, so this writes the messages of
 * PostgreSQL's extended protocol for all of them and asks for the answers once. Without a `begin` among them they are
 * one transaction. After one that fails PostgreSQL skips the rest.
 */
class Pipeline extends pg.Query {
  constructor(
    private readonly statements: readonly SentStatement[],
    /** The names that the connection knows. */
    private readonly prepared: Set<string>,
    /** One result where there is one statement, else a list of them. */
    onEnd: (error: Error | null | undefined, results: unknown) => void,
  ) {
    super('', onEnd);
  }

  override submit = (connection: Connection): void => {
    connection.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        this.prepared.add(name);
      }
      connection.bind({ statement: name, values }, true);
      connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  };
}

type Result = QueryResult<Record<string, unknown>>;

/** The statements that each connection has prepared. One on which a statement failed is closed by its owner. */
const preparedOn = new WeakMap<PoolClient, Set<string>>();

/** The rows of each statement. After a failure the connection must not be used again. */
export function runTogether(
  client: PoolClient,
  statements: readonly BoundStatement[],
): Promise<Record<string, unknown>[][]> {
  const prepared = preparedOn.get(client) ?? new Set();
  preparedOn.set(client, prepared);
  return new Promise((resolve, reject) => {
    const sent = statements.map(({ name, text, values }) => ({ name, text, values: values.map(parameter) }));
    const pipeline = new Pipeline(sent, prepared, (error, results) => {
      if (error) reject(error);
      else resolve(([results].flat() as Result[]).map(({ rows }) => rows));
    });
    client.query(pipeline);
  });
}

function parameter(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`PostgreSQL is given no ${typeof value}.`);
}
