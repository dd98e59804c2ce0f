import type { AccountStore } from '../../accounts/account-store.js';
import type { People } from '../../accounts/people/people.js';
import type { Plans } from '../../accounts/plans/plans.js';
import type { Subscriptions } from '../../accounts/plans/subscriptions.js';
import type { LoggedRequests } from '../../accounts/usage/logged-requests.js';
import type { Usage } from '../../accounts/usage/usage.js';
import type { UserIds } from '../../accounts/user-ids/user-ids.js';

/** What the account routes need of the rest; each is the public face of a class, so that another may stand in. */
export interface AccountDeps {
  readonly people: Pick<People, keyof People>;
  readonly store: Pick<AccountStore, 'byId'>;
  readonly userIds: Pick<UserIds, 'show' | 'list' | 'add' | 'revoke' | 'replace'>;
  readonly plans: Plans;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'subscribe' | 'cancel'>;
  readonly usage: Pick<Usage, keyof Usage>;
  readonly loggedRequests: Pick<LoggedRequests, keyof LoggedRequests>;
  readonly service: ServiceFacts;
}

export interface ServiceFacts {
  readonly mode: 'development' | 'production';
  /** The outside address, where the operator names it. */
  readonly publicUrl: string | undefined;
  /** Paths of the sample photos that are there; they may come after the start. */
  readonly maxImageBytes: number;
  readonly samples: () => readonly string[];
  /** What visitors may try without an account; null where the operator has switched that off. */
  readonly trial: TrialOffer | null;
  readonly now?: () => number;
}

export interface TrialOffer {
  readonly maxImageBytes: number;
  readonly maxPixels: number;
}
