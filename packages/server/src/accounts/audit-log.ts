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

/** Of changes of one kind that an account makes itself, so many are recorded one by one in a day. */
export const OWN_CHANGES_A_DAY = 200;
const DAY_MS = 86_400_000;

/**
 * In the transaction of the change, so that every change is recorded; an account that makes many of one kind gets one entry
 * for the rest of the day, which counts them.
 */
export async function recordChange(db: Kysely<Tables>, entry: AuditEntry, now: number): Promise<void> {
  const { actor, action, accountId, detail } = entry;
  const values = { id: randomUUID(), at: now, actor, action, account_id: accountId, detail };
  if (actor !== accountId && actor !== EXPIRY) {
    await db.insertInto('audit').values(values).execute();
    return;
  }
  const midnight = now - (now % DAY_MS);
  const isLast = await db
    .selectFrom('audit')
    .select('id')
    .where('account_id', '=', accountId)
    .where('at', '>=', midnight)
    .where('action', '=', action)
    .where('actor', '=', actor)
    .orderBy('at')
    .offset(OWN_CHANGES_A_DAY - 1)
    .limit(1)
    .executeTakeFirst();
  if (isLast === undefined) {
    await db.insertInto('audit').values(values).execute();
    return;
  }
  const id = `${accountId} ${action} ${actor} ${midnight}`;
  const before = await db.selectFrom('audit').select('detail').where('id', '=', id).executeTakeFirst();
  const count = 1 + (before === undefined ? 0 : Number.parseInt(before.detail, 10));
  const more = `${count} more of this kind on this day`;
  await db
    .insertInto('audit')
    .values({ ...values, id, detail: more })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: now, detail: more }))
    .execute();
}

/** Who deletes people that have expired. */
export const EXPIRY = 'expiry';

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
