import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';
import { giveBackHolds } from './give-back.js';

/** A server that has not been heard of for so long is taken for dead. */
export const DEAD_AFTER_MS = 30_000;

/** Which servers run, so that the calls in flight of those that died can be given back. */
export class ServerRoll {
  constructor(
    private readonly database: Database,
    private readonly serverId: string,
    private readonly clock: (() => number) | undefined,
  ) {}

  /** Signs on. A SQLite file has one server, so any other on its roll has died. */
  async signOn(): Promise<void> {
    await this.beat();
    await this.giveBackOfDead(this.database.dialect === 'sqlite' ? 0 : DEAD_AFTER_MS);
  }

  async beat(): Promise<void> {
    const { db } = this.database;
    await db
      .insertInto('server')
      .values({ id: this.serverId, seen_at: await this.#now(db) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({ seen_at: row.ref('excluded.seen_at') })),
      )
      .execute();
  }

  /** Gives back what servers that are gone have left in flight. Returns how many calls. */
  async giveBackOfDead(afterMs = DEAD_AFTER_MS): Promise<number> {
    const { db, dialect } = this.database;
    return db.transaction().execute(async (tx) => {
      const dead = await this.#dead(tx, afterMs);
      if (dead.length === 0) return 0;
      const calls = await giveBackHolds(tx, dialect, dead);
      await tx.deleteFrom('server').where('id', 'in', dead).execute();
      return calls;
    });
  }

  async signOff(): Promise<void> {
    const { db, dialect } = this.database;
    await db.transaction().execute(async (tx) => {
      await giveBackHolds(tx, dialect, [this.serverId]);
      await tx.deleteFrom('server').where('id', '=', this.serverId).execute();
    });
  }

  async #dead(tx: Transaction<Tables>, afterMs: number): Promise<string[]> {
    const stale = await tx
      .selectFrom('server')
      .select('id')
      .where('id', '<>', this.serverId)
      .where('seen_at', '<=', (await this.#now(tx)) - afterMs)
      .execute();
    const unlisted = await tx
      .selectFrom('hold')
      .select('server_id as id')
      .distinct()
      .where('server_id', 'not in', (query) => query.selectFrom('server').select('id'))
      .execute();
    return [...new Set([...stale, ...unlisted].map(({ id }) => id))].sort();
  }

  async #now(db: Kysely<Tables>): Promise<number> {
    if (this.clock !== undefined || this.database.dialect === 'sqlite') return (this.clock ?? Date.now)();
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('The database tells no time.');
    return row.now;
  }
}
