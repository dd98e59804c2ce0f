import type { AccountStore } from '../account-store.js';
import { catalogueOf, DEFAULT_PLANS } from '../plans/plans.js';
import { KEYS, openUsers, type UsersSettings } from '../users/users.test.fixture.js';
import { Subscriptions } from '../plans/subscriptions.js';
import { LoggedRequests } from '../usage/logged-requests.js';
import { RequestLog } from '../usage/request-log.js';
import { Usage } from '../usage/usage.js';
import { AccessKeys } from '../api-keys/access-keys.js';
import type { ApiKeys } from '../api-keys/api-keys.js';
import type { Database } from '../../db/database.js';
import { AccountList } from '../../admin/account-list.js';
import { AdminChanges } from '../../admin/admin-changes.js';
import { AuditLog } from '../audit-log.js';
import { adminRoutes } from '../../admin/routes/admin-routes.js';
import { HEALTH } from '../../admin/routes/health.test.fixture.js';
import { runBareApp } from '../../http/bare-app.test.fixture.js';
import { addRoutes } from '../../http/route.js';
import { addSameOriginCheck } from '../../http/plugins/authenticate.js';
import { sessionAuth } from '../session-auth.js';
import type { AccountDeps } from './account-deps.js';
import { accountRoutes } from './account-routes.js';

export interface AccountApp {
  readonly url: string;
  readonly apiKeys: ApiKeys;
  readonly store: AccountStore;
  /** Written when the test says so. */
  readonly requestLog: RequestLog;
  readonly close: () => Promise<void>;
}

export interface AccountAppSettings extends UsersSettings {
  readonly trustProxy?: boolean;
  readonly deadlineMs?: number;
  readonly change?: (deps: AccountDeps) => AccountDeps;
}

/** The account API on a real database, with real HTTP. */
export async function runAccountApp(
  database: Database,
  { trustProxy, deadlineMs, change = (deps) => deps, ...settings }: AccountAppSettings = {},
): Promise<AccountApp> {
  const { users, accounts: store, apiKeys } = openUsers(database, settings);
  const plans = catalogueOf(DEFAULT_PLANS);
  const requestLog = new RequestLog({
    database,
    keptDays: 7,
    onProblem: (cause) => {
      throw new Error('The request log could not be written.', { cause });
    },
  });
  const deps: AccountDeps = {
    users,
    store,
    apiKeys,
    accessKeys: new AccessKeys(database.db, KEYS),
    plans,
    subscriptions: new Subscriptions(database.db, plans),
    usage: new Usage(database.db),
    loggedRequests: new LoggedRequests(database.db, requestLog),
    service: {
      mode: 'development',
      publicUrl: settings.publicUrl,
      maxImageBytes: 20_000,
      samples: () => ['/samples/1.jpg'],
      collections: false,
      rekognition: true,
      trial: { maxImageBytes: 10_000, maxPixels: 1_000_000 },
    },
  };
  const changed = change(deps);
  const session = sessionAuth(changed.users);
  const noKeys = (): Promise<void> => Promise.reject(new Error('The test has no API keys.'));
  const { url, close } = await runBareApp(
    (app) => {
      addSameOriginCheck(app, changed.service.publicUrl);
      addRoutes(app, accountRoutes(changed));
      addRoutes(
        app,
        adminRoutes({
          ...changed,
          subscriptions: new Subscriptions(database.db, plans),
          store,
          adminChanges: new AdminChanges({ db: database.db, plans }),
          accountList: new AccountList(database.db, plans),
          auditLog: new AuditLog(database.db),
          health: () => Promise.resolve(HEALTH),
        }),
      );
    },
    {
      authenticators: { session, admin: session, 'api-key': noKeys, 'api-key or trial': noKeys },
      ...(trustProxy !== undefined && { trustProxy }),
      ...(deadlineMs !== undefined && { deadlineMs }),
    },
  );
  return { url, apiKeys, store, requestLog, close };
}
