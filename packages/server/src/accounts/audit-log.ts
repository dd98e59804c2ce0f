import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.js';

export type AuditAction =
  | 'account-created'
  | 'account-deleted'
  | 'account-suspended'
  | 'account-resumed'
  | 'admin-made'
  | 'admin-removed'
  | 'password-set'
  | 'plan-granted'
  | 'plan-ended'
  | 'api-key-added'
  | 'access-key-made'
  | 'api-key-revoked'
  | 'api-keys-replaced'
  | 'collection-deleted'
  | 'person-deleted'
  | 'people-expired'
  | 'face-deleted';

/** One change by an admin, or a deletion in a collection. It contains only account ids, so that it reveals nothing about deleted users. */
export interface AuditEntry {
  /** The id of the account that did it, the command with the name of the system user who ran it, or `expiry`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly accountId: string;
  /**
   * A plan and its end, the name of an API key, the reason of a suspension, that somebody vouched for the address, or how
   * much was deleted; may be empty.
   */
  readonly detail: string;
}

export interface AuditRow {
  readonly at: number;
  readonly actor: string;
  /** The email address of the actor; null for the command and for accounts that are gone. */
  readonly actorLabel: string | null;
  readonly action: string;
  readonly accountId: string;
  readonly accountLabel: string | null;
  readonly detail: string;
}

/** Where the next page begins. */
export interface AuditCursor {
  readonly at: number;
  readonly id: string;
}

interface AuditQuery {
  readonly limit: number;
  readonly before?: AuditCursor | null;
  /** Changes of this account alone. */
  readonly accountId?: string;
}

/** In the transaction of the change, so that every change is recorded. */
export async function recordChange(db: Kysely<Tables>, entry: AuditEntry, now: number): Promise<void> {
  const { actor, action, accountId, detail } = entry;
  await db
    .insertInto('audit')
    .values({ id: randomUUID(), at: now, actor, action, account_id: accountId, detail })
    .execute();
}

/** Who has changed what, and when. */
export class AuditLog {
  constructor(private readonly db: Kysely<Tables>) {}

  /** The newest first. */
  async page({ limit, before, accountId }: AuditQuery): Promise<{
    readonly rows: readonly AuditRow[];
    readonly next: AuditCursor | null;
  }> {
    let query = this.db
      .selectFrom('audit as x')
      .leftJoin('account as who', (join) =>
        join.onRef('who.id', '=', 'x.actor').on('who.deleted_at', 'is', null),
      )
      .leftJoin('account as whose', (join) =>
        join.onRef('whose.id', '=', 'x.account_id').on('whose.deleted_at', 'is', null),
      )
      .select(['x.id', 'x.at', 'x.actor', 'x.action', 'x.account_id', 'x.detail'])
      .select(['who.label as actor_label', 'whose.label as account_label'])
      .orderBy('x.at', 'desc')
      .orderBy('x.id', 'desc')
      .limit(limit + 1);
    if (accountId !== undefined) query = query.where('x.account_id', '=', accountId);
    if (before != null)
      query = query.where((eb) => eb(eb.refTuple('x.at', 'x.id'), '<', eb.tuple(before.at, before.id)));
    const found = await query.execute();
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => ({
        at: row.at,
        actor: row.actor,
        actorLabel: row.actor_label,
        action: row.action,
        accountId: row.account_id,
        accountLabel: row.account_label,
        detail: row.detail,
      })),
      next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
    };
  }
}
