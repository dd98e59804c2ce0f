import {
  AccessKeys,
  type AccountRecord,
  AccountStore,
  ApiKeys,
  type AuditAction,
  AuditLog,
  type Keys,
  type Plans,
  recordChange,
  Subscriptions,
} from '../../accounts/index.js';
import { AccountList } from '../account-list.js';
import { AdminChanges, type Actor } from '../admin-changes.js';
import { ConfigError, type Config } from '../../boot/config/config.js';
import { databaseOf, keysOf, plansOf } from '../../boot/open-configured.js';
import type { Database } from '../../db/database.js';
import { requireExistingDatabase } from './existing-database.js';

/** What the commands of `facet-admin` work with. */
export interface AdminContext {
  readonly database: Database;
  readonly plans: Plans;
  readonly accounts: AccountStore;
  readonly subscriptions: Subscriptions;
  readonly accountList: AccountList;
  readonly adminChanges: AdminChanges;
  readonly auditLog: AuditLog;
  /** The user who runs the command, for the audit log. */
  readonly actor: Actor;
  /** Records changes in the audit log that were not made through `adminChanges`. */
  readonly record: (action: AuditAction, accountId: string, detail?: string) => Promise<void>;
  /**
   * Only for the commands that need them: opening the keys creates the secret if there is none. Throws if the secret is
   * not the one of the database.
   */
  readonly openKeys: () => Promise<Keys>;
  readonly openApiKeys: () => Promise<ApiKeys>;
  readonly openAccessKeys: () => Promise<AccessKeys>;
  /** The account with this email address or id; throws if there is none. */
  readonly accountNamed: (name: string) => Promise<AccountRecord>;
}

/** Why a command failed, in a sentence for the operator. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** Opens everything for one command, and closes it afterwards. */
export type WithAdmin = (
  work: (admin: AdminContext) => Promise<void>,
  options?: AdminOptions,
) => Promise<void>;

export interface AdminOptions {
  /** Create the database if there is none; otherwise the command is rejected. */
  readonly mayCreate?: boolean;
}

export const adminOpener =
  (config: () => Config, systemUser: string): WithAdmin =>
  async (work, { mayCreate = false } = {}) => {
    const settings = config();
    const plans = await plansOf(settings);
    if (!mayCreate) await requireExistingDatabase(settings);
    const database = await databaseOf(settings);
    try {
      await work(adminContext(settings, database, plans, `facet-admin (${systemUser})`));
    } finally {
      await database.close();
    }
  };

function adminContext(settings: Config, database: Database, plans: Plans, actor: string): AdminContext {
  const { db } = database;
  const accounts = new AccountStore(db);
  const openKeys = async (): Promise<Keys> => {
    const keys = await keysOf(settings);
    if (await new ApiKeys(db, keys).secretFits()) return keys;
    throw new ConfigError(
      'FACET_SECRET, or the file secret in the data folder, is not the one that this database was made with; use that one. To change the secret, set the other one as FACET_SECRET_FALLBACK (docs/operating.md).',
    );
  };
  return {
    database,
    plans,
    accounts,
    subscriptions: new Subscriptions(db, plans),
    accountList: new AccountList(db, plans),
    adminChanges: new AdminChanges({ db, plans }),
    auditLog: new AuditLog(db),
    actor: { name: actor },
    record: (action, accountId, detail = '') =>
      recordChange(db, { actor, action, accountId, detail }, Date.now()),
    openKeys,
    openApiKeys: async () => new ApiKeys(db, await openKeys()),
    openAccessKeys: async () => new AccessKeys(db, await openKeys()),
    accountNamed: async (name) => {
      const account = await accounts.named(name);
      if (account === null) throw new CommandFailure(`There is no account "${name}".`);
      return account;
    },
  };
}
