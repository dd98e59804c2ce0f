import type { FastifyInstance } from 'fastify';
import { addListAccounts, addShowOneAccount, addResumeAccount, addSuspendAccount } from './account-routes.js';
import type { AdminDeps } from './admin-account.js';
import { addEndPlan, addGrantPlan, addShowCatalogue } from './plan-routes.js';
import { addShowAudit, addShowHealth, addShowTotalUsage } from './monitoring-routes.js';

const ROUTES: readonly ((app: FastifyInstance, deps: AdminDeps) => void)[] = [
  addListAccounts,
  addShowOneAccount,
  addSuspendAccount,
  addResumeAccount,
  addShowCatalogue,
  addGrantPlan,
  addEndPlan,
  addShowTotalUsage,
  addShowHealth,
  addShowAudit,
];

/**
 * What admins do in the portal, by the same rules as the command. To be added after the account routes, whose
 * checks of origin, session and role apply to them.
 */
export function addAdminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  for (const add of ROUTES) add(app, deps);
}
