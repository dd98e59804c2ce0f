import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables.js';
import {
  type AccountRecord,
  AccountRegister,
  AccountStore,
  type AuditAction,
  type Keys,
  markVerified,
  type Plans,
  recordChange,
  type Role,
  type Subscription,
  Subscriptions,
} from '../accounts/index.js';

/** Who makes a change, for the audit log. */
export interface Actor {
  readonly name: string;
  /** Called in the transaction of the change; throws if the actor is no longer allowed to make it. */
  readonly check?: (tx: Transaction<Tables>) => Promise<void>;
}

/** The end of a plan: now, with its period, or at a given time. */
type PlanEnd = 'now' | 'period-end' | number;

export interface AdminChangesOptions {
  readonly db: Kysely<Tables>;
  readonly plans: Plans;
  readonly now?: () => number;
}

type Change = Pick<AccountRecord, 'id'>;

/** What the audit log says of a change. */
interface AuditedChange<T> {
  readonly account: Change;
  readonly action: AuditAction;
  readonly detailOf?: (result: T) => string;
}

/**
 * What admins change, with the command or in the portal. Each change and its entry in the audit log are one
 * transaction.
 */
export class AdminChanges {
  readonly #options: AdminChangesOptions;
  readonly #now: () => number;

  constructor(options: AdminChangesOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** The reason is for other admins; it may be empty. */
  suspend(actor: Actor, account: Change, reason = ''): Promise<void> {
    return this.#change(actor, { account, action: 'account-suspended', detailOf: () => reason }, (tx) =>
      this.#accounts(tx).suspend(account.id),
    );
  }

  resume(actor: Actor, account: Change): Promise<void> {
    return this.#change(actor, { account, action: 'account-resumed' }, (tx) =>
      this.#accounts(tx).resume(account.id),
    );
  }

  /** The actor may vouch for the address of the account, which makes it a verified one. */
  setRole(
    actor: Actor,
    account: Change & Partial<Pick<AccountRecord, 'userId'>>,
    role: Role,
    { vouches = false }: { readonly vouches?: boolean } = {},
  ): Promise<void> {
    const { id, userId } = account;
    const action = role === 'admin' ? 'admin-made' : 'admin-removed';
    const detailOf = (): string => (vouches ? 'vouched for the address' : '');
    return this.#change(actor, { account, action, detailOf }, async (tx) => {
      if (vouches && userId != null) await markVerified(tx, userId);
      await this.#accounts(tx).setRole(id, role);
    });
  }

  /** Needs the keys, to recognise the address if it signs up again. */
  remove(actor: Actor, account: AccountRecord, keys: Keys): Promise<void> {
    return this.#change(actor, { account, action: 'account-deleted' }, (tx) =>
      new AccountRegister(tx, keys, this.#now).remove(account),
    );
  }

  /** Whether users may choose the plan or not, with or without an end. */
  grantPlan(actor: Actor, account: Change, plan: string, endsAt: number | null): Promise<Subscription> {
    return this.#change(actor, { account, action: 'plan-granted', detailOf: planDetail }, (tx) =>
      this.#subscriptions(tx).grant(account.id, plan, endsAt),
    );
  }

  endPlan(actor: Actor, account: Change, at: PlanEnd): Promise<Subscription> {
    return this.#change(actor, { account, action: 'plan-ended', detailOf: planDetail }, (tx) => {
      const subscriptions = this.#subscriptions(tx);
      if (at === 'period-end') return subscriptions.cancel(account.id);
      return subscriptions.end(account.id, at === 'now' ? this.#now() : at);
    });
  }

  async #change<T>(
    actor: Actor,
    { account, action, detailOf }: AuditedChange<T>,
    work: (tx: Transaction<Tables>) => Promise<T>,
  ): Promise<T> {
    return this.#options.db.transaction().execute(async (tx) => {
      await actor.check?.(tx);
      const result = await work(tx);
      const entry = { actor: actor.name, action, accountId: account.id, detail: detailOf?.(result) ?? '' };
      await recordChange(tx, entry, this.#now());
      return result;
    });
  }

  #accounts(tx: Transaction<Tables>): AccountStore {
    return new AccountStore(tx, this.#now);
  }

  #subscriptions(tx: Transaction<Tables>): Subscriptions {
    return new Subscriptions(tx, this.#options.plans, this.#now);
  }
}

const planDetail = ({ plan, endsAt }: Subscription): string =>
  endsAt === null ? `${plan}, no end` : `${plan} until ${new Date(endsAt).toISOString()}`;
