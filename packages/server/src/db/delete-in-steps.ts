import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

/** Rows per transaction, during which all calls wait on SQLite. */
const ROWS_AT_ONCE = 200;

/**
 * Deletes the rows that meet the condition, a few in each transaction. Several servers may do so at once: on PostgreSQL,
 * each leaves out the rows that another one is deleting, instead of waiting for it. Returns how many were deleted.
 */
export async function deleteInSteps<Table extends keyof Tables>(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  condition: RawBuilder<SqlBool>,
  inTurn: <T>(step: () => Promise<T>) => Promise<T> = (step) => step(),
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const lock = dialect === 'postgres' ? sql`for update skip locked` : sql``;
  for (let deleted = 0; ;) {
    const { rows } = await inTurn(() =>
      sql`
        delete from ${sql.table(table)}
        where (${columns}) in (
          select ${columns} from ${sql.table(table)} where ${condition} limit ${sql.lit(ROWS_AT_ONCE)} ${lock}
        )
        returning 1 as gone`.execute(db),
    );
    deleted += rows.length;
    if (rows.length < ROWS_AT_ONCE) return deleted;
    // Lets pending calls run between two transactions.
    await nextTurn();
  }
}
