import type { Database } from '../db/database.js';
import { AccountRegister } from './account-register.js';
import type { AccountStore } from './account-store.js';
import { AuditLog } from './audit-log.js';
import type { Keys } from './secret/keys.js';
import type { IdentitySettings } from './users/identity/identity-log-in.js';
import { smtpMailer, type MailOptions } from './users/mail.js';
import type { Meter } from './meter/meter.js';
import { openMeter } from './meter/open-meter.js';
import { createPasswords } from './users/passwords.js';
import { Users } from './users/users.js';
import { sweepRegularly } from './sweeper.js';
import type { Plans } from './plans/plans.js';
import { Subscriptions } from './plans/subscriptions.js';
import { LoggedRequests } from './usage/logged-requests.js';
import { Retention } from './usage/retention.js';
import { RequestLog } from './usage/request-log.js';
import { Usage } from './usage/usage.js';
import { lookupHash } from './api-keys/credential.js';
import { AccessKeys } from './api-keys/access-keys.js';
import { ApiKeys } from './api-keys/api-keys.js';

export interface AccountParts {
  /** Already migrated; closed together with the accounts. */
  readonly database: Database;
  readonly keys: Keys;
  readonly plans: Plans;
  /** How long a call may wait for the database. */
  readonly deadlineMs: number;
  /** How long a request may take. */
  readonly requestDeadlineMs: number;
  readonly signUp: 'open' | 'closed';
  /** The share of a core for hashing passwords, in all. */
  readonly passwordPercent: number;
  readonly publicUrl?: string | undefined;
  readonly mail?: MailOptions | undefined;
  readonly identity?: IdentitySettings | undefined;
  /** Days for which accounts can see their requests; 0: no request log. */
  readonly requestLogDays: number;
  /** Days for which usage and the audit log are kept. */
  readonly usageDays: number;
  readonly auditDays: number;
  /** Called with failures that no response can report. */
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Everything about who may call: users, API keys, plans and usage. */
export interface Accounts {
  readonly database: Database;
  readonly keys: Keys;
  readonly store: AccountStore;
  readonly apiKeys: ApiKeys;
  readonly accessKeys: AccessKeys;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly users: Users;
  readonly meter: Meter;
  readonly usage: Usage;
  readonly requestLog: RequestLog;
  readonly loggedRequests: LoggedRequests;
  readonly auditLog: AuditLog;
  close(): Promise<void>;
}

/** Opens all parts of the accounts on one database. */
export async function openAccounts(parts: AccountParts): Promise<Accounts> {
  const { database, keys, plans, deadlineMs, requestDeadlineMs, publicUrl, signUp, onFault, mail } = parts;
  try {
    const store = new AccountRegister(database.db, keys);
    const apiKeys = new ApiKeys(database.db, keys);
    const meter = openMeter({
      database,
      plans,
      hashOf: lookupHash.bind(null, keys),
      ...(keys.fallback !== undefined && { fallbackHashOf: lookupHash.bind(null, keys.fallback) }),
      deadlineMs,
      requestDeadlineMs,
      onProblem: (cause) => {
        onFault('The meter failed in the background and tries again.', cause);
      },
    });
    meter.start();
    const users = new Users({
      database,
      accounts: store,
      apiKeys,
      secret: keys.sessions,
      fallbackSecret: keys.fallback?.sessions,
      publicUrl,
      signUp,
      identity: parts.identity,
      passwords: createPasswords({ percent: parts.passwordPercent }),
      mailer: mail === undefined ? undefined : smtpMailer(mail),
      onFault,
    });
    const requestLog = new RequestLog({
      database,
      keptDays: parts.requestLogDays,
      onProblem: (cause) => {
        onFault('The request log could not be written; it is tried again.', cause);
      },
    });
    requestLog.start();
    const { usageDays, auditDays } = parts;
    const retention = new Retention({ database, usageDays, auditDays });
    const stopSweeping = sweepRegularly([users, requestLog, retention], onFault);
    return {
      database,
      keys,
      store,
      apiKeys,
      accessKeys: new AccessKeys(database.db, keys),
      plans,
      subscriptions: new Subscriptions(database.db, plans),
      users,
      meter,
      usage: new Usage(database.db),
      requestLog,
      loggedRequests: new LoggedRequests(database.db, requestLog),
      auditLog: new AuditLog(database.db),
      close: async () => {
        await stopSweeping();
        // Side by side: a slow mail server must not keep the meter from writing what it holds.
        await Promise.all([requestLog.close(), meter.close(), users.links.close()]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
