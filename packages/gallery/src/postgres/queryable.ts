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
