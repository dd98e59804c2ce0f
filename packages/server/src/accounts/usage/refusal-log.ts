import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { dayOf } from './day.js';

/** What an account can look up of its refused calls. */
export const KEPT_REFUSALS = 50;
/** Accounts with refusals to be written; those of further accounts are dropped. */
const MAX_ACCOUNTS = 5000;
/** Rows per transaction, during which all calls wait on SQLite. */
const ACCOUNTS_AT_ONCE = 50;

interface Refusal {
  readonly at: number;
  readonly operation: string;
  readonly code: string;
}

interface UsageOfDay {
  readonly day: string;
  readonly operation: string;
  readonly outcome: string;
  readonly calls: number;
}

interface Entry {
  /** The newest, oldest first. */
  refusals: Refusal[];
  /** Calls by day, operation and code. */
  readonly usage: Map<string, UsageOfDay>;
}

/** Refused calls, buffered in memory so that a refusal costs no query. A crash loses what is not written yet. */
export class RefusalLog {
  #byAccount = new Map<string, Entry>();

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number,
  ) {}

  /** `inUsage`: whether the call still has to be added to the usage. */
  add(accountId: string, operation: string, code: string, inUsage: boolean): void {
    const entry: Entry = this.#byAccount.get(accountId) ?? { refusals: [], usage: new Map() };
    if (this.#byAccount.size >= MAX_ACCOUNTS && !this.#byAccount.has(accountId)) return;
    this.#byAccount.set(accountId, entry);
    const at = this.now();
    entry.refusals.push({ at, operation, code });
    if (entry.refusals.length >= 2 * KEPT_REFUSALS) entry.refusals = entry.refusals.slice(-KEPT_REFUSALS);
    if (inUsage) addUsage(entry, { day: dayOf(at), operation, outcome: code, calls: 1 });
  }

  /** Writes the buffer. What cannot be written stays for the next time. */
  async write(): Promise<void> {
    // In the same order everywhere, so that servers do not deadlock.
    const waiting = [...this.#byAccount].sort(byKey);
    this.#byAccount = new Map();
    while (waiting.length > 0) {
      const part = waiting.slice(0, ACCOUNTS_AT_ONCE);
      try {
        await this.db.transaction().execute((tx) => writeEntries(tx, new Map(part)));
      } catch (error) {
        for (const [accountId, entry] of waiting) this.#putBack(accountId, entry);
        throw error;
      }
      waiting.splice(0, part.length);
    }
  }

  #putBack(accountId: string, older: Entry): void {
    const newer = this.#byAccount.get(accountId);
    for (const usage of newer?.usage.values() ?? []) addUsage(older, usage);
    older.refusals = [...older.refusals, ...(newer?.refusals ?? [])].slice(-KEPT_REFUSALS);
    this.#byAccount.set(accountId, older);
  }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function addUsage({ usage }: Entry, added: UsageOfDay): void {
  const key = `${added.day} ${added.operation} ${added.outcome}`;
  usage.set(key, { ...added, calls: added.calls + (usage.get(key)?.calls ?? 0) });
}

async function writeEntries(tx: Transaction<Tables>, entries: ReadonlyMap<string, Entry>): Promise<void> {
  // An account may have been deleted meanwhile.
  const existing = await tx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...entries.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of existing) {
    const entry = entries.get(id);
    if (entry !== undefined) await writeEntry(tx, id, entry);
  }
}

async function writeEntry(tx: Transaction<Tables>, accountId: string, entry: Entry): Promise<void> {
  for (const [, usage] of [...entry.usage].sort(byKey))
    await tx
      .insertInto('usage_day')
      .values({ account_id: accountId, ...usage })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day', 'operation', 'outcome'])
          .doUpdateSet((row) => ({ calls: row('usage_day.calls', '+', usage.calls) })),
      )
      .execute();
  await tx
    .insertInto('refusal')
    .values(
      entry.refusals
        .slice(-KEPT_REFUSALS)
        .map((refusal) => ({ id: randomUUID(), account_id: accountId, ...refusal })),
    )
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
