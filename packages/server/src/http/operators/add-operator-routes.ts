import type { FastifyInstance } from 'fastify';
import { addListAccounts, addShowOneAccount, addResumeAccount, addSuspendAccount } from './account-routes.js';
import type { OperatorDeps } from './operator-account.js';
import { addEndPlan, addGrantPlan, addShowCatalogue } from './plan-routes.js';
import { addShowAudit, addShowHealth, addShowTotalUsage } from './monitoring-routes.js';

const ROUTES: readonly ((app: FastifyInstance, deps: OperatorDeps) => void)[] = [
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
 * What administrators do in the portal, by the same rules as the command. To be added after the account routes, whose
 * checks of origin, session and role apply to them.
 */
export function addOperatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  for (const add of ROUTES) add(app, deps);
}
