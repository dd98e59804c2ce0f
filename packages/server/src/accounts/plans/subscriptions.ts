import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { inTransaction } from '../../db/in-transaction.js';
import type { SubscriptionTable, Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import { periodAt, type Period } from './periods.js';
import { selfServicePlans, type Plans } from './plans.js';

export interface Subscription {
  /** The id of a plan, which the catalogue may no longer have. */
  readonly plan: string;
  /** The moment from which its months are counted. */
  readonly startedAt: number;
  /** The first millisecond at which it is no longer active; null: no end is set. */
  readonly endsAt: number | null;
  readonly active: boolean;
  /** The current month, or the last one of a subscription that has ended. */
  readonly period: Period;
}

/** Which account has which plan, and until when. */
export class Subscriptions {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly plans: Plans,
    private readonly now: () => number = Date.now,
  ) {}

  async find(accountId: string): Promise<Subscription | null> {
    const row = await this.#row(accountId);
    return row === undefined ? null : this.#judge(row);
  }

  /** A user chooses a plan: starts now, changes the current one, or reverts its cancellation. */
  async subscribe(accountId: string, planId: string): Promise<Subscription> {
    const choices = selfServicePlans(this.plans).map(({ id }) => id);
    if (!choices.includes(planId))
      throw new ServiceError('bad-field', `The field plan must be one of ${choices.join(', ')}.`);
    return this.#put(accountId, planId, null);
  }

  /** The operator grants a plan, including plans that users cannot choose, with or without an end. */
  async grant(accountId: string, planId: string, endsAt: number | null = null): Promise<Subscription> {
    if (!this.plans.has(planId)) {
      const known = [...this.plans.keys()].join(', ');
      throw new ServiceError('bad-field', `There is no plan ${planId}; the catalogue has ${known}.`);
    }
    if (endsAt !== null && endsAt <= this.now())
      throw new ServiceError('bad-field', 'The end of the subscription must be in the future.');
    return this.#put(accountId, planId, endsAt);
  }

  /** Ends it with the current month, or earlier if it ends earlier anyway. Idempotent. */
  async cancel(accountId: string): Promise<Subscription> {
    const { startedAt, period } = await this.#running(accountId);
    await this.db
      .updateTable('subscription')
      .set({ ends_at: period.end })
      .where('account_id', '=', accountId)
      // A subscription that was restarted meanwhile is another one.
      .where('started_at', '=', startedAt)
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', period.end)]))
      .execute();
    return this.#existing(accountId);
  }

  /** Ends it at the given time; a time in the past means now. */
  async end(accountId: string, at: number): Promise<Subscription> {
    const { startedAt } = await this.#running(accountId);
    await this.db
      .updateTable('subscription')
      .set({ ends_at: Math.max(at, this.now()) })
      .where('account_id', '=', accountId)
      .where('started_at', '=', startedAt)
      .execute();
    return this.#existing(accountId);
  }

  /** How many accounts have which plan now. */
  async countByPlan(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db
      .selectFrom('subscription')
      .select((select) => ['plan', select.fn.countAll().as('accounts')])
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', this.now())]))
      .groupBy('plan')
      .orderBy('plan')
      .execute();
    return new Map(rows.map(({ plan, accounts }) => [plan, Number(accounts)]));
  }

  /** Plans of accounts that are missing in the catalogue: calls of these accounts are rejected. */
  async orphans(): Promise<{ plan: string; accounts: number }[]> {
    return [...(await this.countByPlan())]
      .filter(([plan]) => !this.plans.has(plan))
      .map(([plan, accounts]) => ({ plan, accounts }));
  }

  /**
   * An active subscription keeps the start of its months, and with it the calls used: nothing is gained by changing
   * back and forth, or by deleting the account and signing up again. Written in one statement, so that concurrent
   * changes stay consistent.
   */
  async #put(accountId: string, plan: string, endsAt: number | null): Promise<Subscription> {
    const now = this.now();
    return inTransaction(this.db, async (tx) => {
      const startedAt = (await continuedPeriod(tx, accountId, now)) ?? now;
      const row = await tx
        .insertInto('subscription')
        .values({ account_id: accountId, plan, started_at: startedAt, ends_at: endsAt })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({
            plan,
            started_at: sql<number>`case when subscription.ends_at <= ${now} then excluded.started_at else subscription.started_at end`,
            ends_at: endsAt,
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return this.#judge(row);
    });
  }

  async #running(accountId: string): Promise<Subscription> {
    const subscription = await this.#existing(accountId);
    if (!subscription.active) throw new ServiceError('subscription-ended');
    return subscription;
  }

  async #existing(accountId: string): Promise<Subscription> {
    const subscription = await this.find(accountId);
    if (subscription === null) throw new ServiceError('no-subscription');
    return subscription;
  }

  async #row(accountId: string): Promise<Selectable<SubscriptionTable> | undefined> {
    return this.db
      .selectFrom('subscription')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  }

  #judge({ plan, started_at: startedAt, ends_at: endsAt }: Selectable<SubscriptionTable>): Subscription {
    const now = this.now();
    const active = endsAt === null || endsAt > now;
    // Its last moment is just before its end.
    return { plan, startedAt, endsAt, active, period: periodAt(startedAt, active ? now : endsAt - 1) };
  }
}

/**
 * The start of the running period of a deleted account with the same address, after its used calls have become those of
 * this account; null where there is none.
 */
async function continuedPeriod(
  tx: Transaction<Tables>,
  accountId: string,
  now: number,
): Promise<number | null> {
  const period = await tx
    .selectFrom('account as mine')
    .innerJoin('account as deleted', 'deleted.email_hash', 'mine.email_hash')
    .innerJoin('period_usage', 'period_usage.account_id', 'deleted.id')
    .select(['period_start', 'period_end', 'used'])
    .where('mine.id', '=', accountId)
    .where('deleted.deleted_at', 'is not', null)
    .where('period_start', '<=', now)
    .where('period_end', '>', now)
    .orderBy('used', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (period === undefined) return null;
  await tx
    .insertInto('period_usage')
    .values({ account_id: accountId, ...period, carried: period.used })
    .onConflict((conflict) => conflict.columns(['account_id', 'period_start']).doNothing())
    .execute();
  return period.period_start;
}
