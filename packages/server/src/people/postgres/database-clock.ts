import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';

/** The time, as the database has it: milliseconds since 1970. */
export const NOW_IN_SQL = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * The clock of the database, which all servers share: what expires must not depend on the clock of one of them. Between two
 * looks at it, the time goes on as measured here, whatever this machine's clock is set to.
 */
export class DatabaseClock {
  readonly #db: Kysely<Tables>;
  #ahead: number | undefined;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async look(): Promise<void> {
    const { rows } = await sql<{ now: number }>`select ${sql.raw(NOW_IN_SQL)} as now`.execute(this.#db);
    const now = rows[0]?.now;
    if (now !== undefined) this.#ahead = now - performance.now();
  }

  now(): number {
    if (this.#ahead === undefined) throw new Error('Nobody has looked at the clock of the database yet.');
    return Math.floor(performance.now() + this.#ahead);
  }
}
