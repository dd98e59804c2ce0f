import { GalleryError } from '../gallery-error.js';

/** What is needed of a `Pool`, `PoolClient` or `Client` of the package `pg`, which the caller brings. */
export interface Queryable {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;
}

/** One row as named columns. */
export type Row = Readonly<Record<string, unknown>>;

export async function selectRows(
  client: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  return (await client.query(text, values)).rows as readonly Row[];
}

export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw new GalleryError('store-schema', `column ${column} holds no text`);
  return value;
}

/**
 * The same client, but where the extension or the tables are missing its queries fail with a GalleryError that says
 * what to do. Every other failure of the database is passed on as it is.
 */
export const withExplainedErrors = (client: Queryable): Queryable => ({
  query: async (text, values) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      throw explained(error);
    }
  },
});

/** The messages of these codes hold names of types, tables and columns, never values. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { message } = error;
  switch (error.code) {
    case '0A000': // feature_not_supported: the server has no such extension installed
    case '58P01': // undefined_file: the same, from older servers
    case '42501': // insufficient_privilege: this role may not create it
      return /extension/i.test(message) ? new GalleryError('store-extension', '', { cause: error }) : error;
    case '42704': // undefined_object: the type vector
    case '42883': // undefined_function: an operator of the type vector
      return /vector/i.test(message) ? new GalleryError('store-extension', message, { cause: error }) : error;
    case '42P01': // undefined_table
      return new GalleryError('store-schema', `${message}; call prepare() first`, { cause: error });
    case '42703': // undefined_column
      return new GalleryError('store-schema', `${message}; other tables have this name`, { cause: error });
    case '3F000': // invalid_schema_name
      return new GalleryError('store-schema', `${message}; create it first`, { cause: error });
    default:
      return error;
  }
}
