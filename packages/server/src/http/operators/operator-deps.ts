import type { AccountList } from '../../accounts/administration/account-list.js';
import type { Administration } from '../../accounts/administration/administration.js';
import type { AuditLog } from '../../accounts/administration/audit-log.js';
import type { AccountStore } from '../../accounts/account-store.js';
import type { People } from '../../accounts/people/people.js';
import type { Plans } from '../../accounts/plans/plans.js';
import type { Subscriptions } from '../../accounts/plans/subscriptions.js';
import type { Usage } from '../../accounts/usage/usage.js';
import type { UserIds } from '../../accounts/user-ids/user-ids.js';
import type { Health } from './health.js';

/** What the operator routes depend on. */
export interface OperatorDeps {
  readonly people: Pick<People, 'confirmPassword' | 'isLoggedIn'>;
  readonly store: Pick<AccountStore, 'byId'>;
  readonly userIds: Pick<UserIds, 'list'>;
  readonly plans: Plans;
  readonly subscriptions: Pick<Subscriptions, 'countByPlan'>;
  readonly usage: Pick<Usage, 'totalByDay' | 'usageByDay'>;
  readonly administration: Pick<Administration, 'suspend' | 'resume' | 'grantPlan' | 'endPlan'>;
  readonly accountList: Pick<AccountList, 'page' | 'find'>;
  readonly auditLog: Pick<AuditLog, 'page'>;
  /** The state of the server that handles the request. */
  readonly health: () => Promise<Health>;
}
