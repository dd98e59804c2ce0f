import type { Route } from '../../http/route.js';
import { listAccounts, resumeAccount, showOneAccount, suspendAccount } from './account-routes.js';
import type { AdminDeps } from './admin-account.js';
import { showAudit, showHealth, showTotalUsage } from './monitoring-routes.js';
import { endPlan, grantPlan, showCatalogue } from './plan-routes.js';

/** What admins do in the portal, by the same rules as the command. */
export const adminRoutes = (deps: AdminDeps): Route[] => [
  listAccounts(deps),
  showOneAccount(deps),
  suspendAccount(deps),
  resumeAccount(deps),
  showCatalogue(deps),
  grantPlan(deps),
  endPlan(deps),
  showTotalUsage(deps),
  showHealth(deps),
  showAudit(deps),
];
