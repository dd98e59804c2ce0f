import type { FastifyInstance } from 'fastify';
import { addListAccounts } from './list-accounts.js';
import type { OperatorDeps } from './operator-deps.js';
import { addEndPlan, addGrantPlan, addShowCatalogue } from './plans.js';
import { addShowAudit } from './show-audit.js';
import { addShowHealth } from './show-health.js';
import { addShowOneAccount } from './show-one-account.js';
import { addShowTotalUsage } from './show-total-usage.js';
import { addResumeAccount, addSuspendAccount } from './suspension.js';

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
