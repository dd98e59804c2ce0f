import type { AccountStore } from '../../accounts/account-store.js';
import { catalogueOf, DEFAULT_PLANS } from '../../accounts/plans/plans.js';
import { openPeople, type PeopleSettings } from '../../accounts/people/people.test.fixture.js';
import { Subscriptions } from '../../accounts/plans/subscriptions.js';
import { Usage } from '../../accounts/usage/usage.js';
import type { UserIds } from '../../accounts/user-ids/user-ids.js';
import type { Database } from '../../db/database.js';
import { runBareApp } from '../bare-app.test.fixture.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoutes } from './add-account-routes.js';

export interface AccountApp {
  readonly url: string;
  readonly userIds: UserIds;
  readonly store: AccountStore;
  readonly close: () => Promise<void>;
}

export interface AccountAppSettings extends PeopleSettings {
  readonly trustProxy?: boolean;
  readonly deadlineMs?: number;
  readonly change?: (deps: AccountDeps) => AccountDeps;
}

/** The account API on a real database, with real HTTP. */
export async function runAccountApp(
  database: Database,
  { trustProxy, deadlineMs, change = (deps) => deps, ...settings }: AccountAppSettings = {},
): Promise<AccountApp> {
  const { people, accounts: store, userIds } = openPeople(database, settings);
  const plans = catalogueOf(DEFAULT_PLANS);
  const deps: AccountDeps = {
    people,
    store,
    userIds,
    plans,
    subscriptions: new Subscriptions(database.db, plans),
    usage: new Usage(database.db),
    service: {
      mode: 'development',
      publicUrl: settings.publicUrl,
      maxImageBytes: 20_000,
      samples: () => ['/samples/1.jpg'],
      trial: { maxImageBytes: 10_000, maxPixels: 1_000_000 },
    },
  };
  const { url, close } = await runBareApp(
    (app) => {
      addAccountRoutes(app, change(deps));
    },
    { ...(trustProxy !== undefined && { trustProxy }), ...(deadlineMs !== undefined && { deadlineMs }) },
  );
  return { url, userIds, store, close };
}
