import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { dayOf } from '../plans/periods.js';

/** What an account can look up of its rejected calls. */
const KEPT_REJECTIONS = 50;
/** Accounts with rejections to be written; those of further accounts are dropped. */
const MAX_ACCOUNTS = 5000;
/** Rows per transaction, during which all calls wait on SQLite. */
const ACCOUNTS_AT_ONCE = 50;

interface Rejection {
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
  rejections: Rejection[];
  /** Calls by day, operation and code. */
  readonly usage: Map<string, UsageOfDay>;
}

/** Rejected calls, buffered in memory so that a rejection costs no query. A crash loses what is not written yet. */
export class RejectionLog {
  #byAccount = new Map<string, Entry>();

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number,
  ) {}

  /** `inUsage`: whether the call still has to be added to the usage. */
  add(accountId: string, operation: string, code: string, inUsage: boolean): void {
    const entry: Entry = this.#byAccount.get(accountId) ?? { rejections: [], usage: new Map() };
    if (this.#byAccount.size >= MAX_ACCOUNTS && !this.#byAccount.has(accountId)) return;
    this.#byAccount.set(accountId, entry);
    const at = this.now();
    entry.rejections.push({ at, operation, code });
    if (entry.rejections.length >= 2 * KEPT_REJECTIONS)
      entry.rejections = entry.rejections.slice(-KEPT_REJECTIONS);
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
    older.rejections = [...older.rejections, ...(newer?.rejections ?? [])].slice(-KEPT_REJECTIONS);
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
    .insertInto('rejection')
    .values(
      entry.rejections
        .slice(-KEPT_REJECTIONS)
        .map((rejection) => ({ id: randomUUID(), account_id: accountId, ...rejection })),
    )
    .execute();
  await tx
    .deleteFrom('rejection')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('rejection')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT_REJECTIONS),
    )
    .execute();
}
