import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';
import { dayOf } from './day.js';
import { lockMeters } from './give-back.js';

/** What an account can look up of its refused calls. */
export const KEPT_REFUSALS = 50;
/** Accounts with notes that wait to be written; the notes of more than these are dropped. */
const MAX_ACCOUNTS = 5000;
/** Written in one go: calls of these accounts, and on SQLite all calls, wait meanwhile. */
const ACCOUNTS_AT_ONCE = 50;

interface Refusal {
  readonly at: number;
  readonly operation: string;
  readonly code: string;
}

interface Notes {
  /** The newest, oldest first. */
  refusals: Refusal[];
  /** Calls by day, operation and code. */
  readonly usage: Map<string, { readonly day: string; readonly refusal: Refusal; calls: number }>;
}

/** Refused calls, gathered in memory so that refusing costs no query. A crash loses what was not written yet. */
export class RefusalNotes {
  #byAccount = new Map<string, Notes>();

  constructor(
    private readonly database: Database,
    private readonly now: () => number,
  ) {}

  /** `inUsage`: whether the call still has to be added to the usage. */
  add(accountId: string, operation: string, code: string, inUsage: boolean): void {
    let notes = this.#byAccount.get(accountId);
    if (notes === undefined) {
      if (this.#byAccount.size >= MAX_ACCOUNTS) return;
      notes = { refusals: [], usage: new Map() };
      this.#byAccount.set(accountId, notes);
    }
    const refusal = { at: this.now(), operation, code };
    notes.refusals.push(refusal);
    if (notes.refusals.length >= 2 * KEPT_REFUSALS) notes.refusals = notes.refusals.slice(-KEPT_REFUSALS);
    if (!inUsage) return;
    const day = dayOf(refusal.at);
    const key = `${day} ${operation} ${code}`;
    const entry = notes.usage.get(key);
    if (entry === undefined) notes.usage.set(key, { day, refusal, calls: 1 });
    else entry.calls += 1;
  }

  /** Writes what has gathered. What cannot be written stays for the next time. */
  async write(): Promise<void> {
    if (this.#byAccount.size === 0) return;
    const batch = this.#byAccount;
    this.#byAccount = new Map();
    try {
      while (batch.size > 0) {
        const part = new Map([...batch].slice(0, ACCOUNTS_AT_ONCE));
        await this.database.db.transaction().execute((tx) => this.#writeIn(tx, part));
        for (const accountId of part.keys()) batch.delete(accountId);
      }
    } catch (error) {
      this.#takeBack(batch);
      throw error;
    }
  }

  #takeBack(batch: Map<string, Notes>): void {
    for (const [accountId, older] of batch) {
      const newer = this.#byAccount.get(accountId);
      if (newer !== undefined) {
        older.refusals.push(...newer.refusals);
        for (const [key, entry] of newer.usage) {
          const same = older.usage.get(key);
          if (same === undefined) older.usage.set(key, entry);
          else same.calls += entry.calls;
        }
      }
      older.refusals = older.refusals.slice(-KEPT_REFUSALS);
      this.#byAccount.set(accountId, older);
    }
  }

  async #writeIn(tx: Transaction<Tables>, batch: Map<string, Notes>): Promise<void> {
    const { dialect } = this.database;
    const ids = [...batch.keys()].sort();
    await lockMeters(tx, dialect, ids);
    // An account may have been deleted since.
    const existing = await tx
      .selectFrom('account')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    for (const { id } of existing) {
      const notes = batch.get(id);
      if (notes !== undefined) await writeNotes(tx, id, notes);
    }
  }
}

async function writeNotes(tx: Transaction<Tables>, accountId: string, notes: Notes): Promise<void> {
  for (const [, { day, refusal, calls }] of [...notes.usage].sort(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .insertInto('usage_day')
      .values({ account_id: accountId, day, operation: refusal.operation, outcome: refusal.code, calls })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day', 'operation', 'outcome'])
          .doUpdateSet((row) => ({ calls: row('usage_day.calls', '+', calls) })),
      )
      .execute();
  const newest = notes.refusals.slice(-KEPT_REFUSALS);
  await tx
    .insertInto('refusal')
    .values(newest.map((refusal) => ({ id: randomUUID(), account_id: accountId, ...refusal })))
    .execute();
  await tx
    .deleteFrom('refusal')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('refusal')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT_REFUSALS),
    )
    .execute();
}
