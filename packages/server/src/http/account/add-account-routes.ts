import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-route.js';
import {
  addAskPasswordReset,
  addAskVerification,
  addChangePassword,
  addConfirmPasswordReset,
  addConfirmVerification,
} from './password-and-email-routes.js';
import { addCancelSubscription, addListPlans, addSubscribe } from './plan-routes.js';
import {
  addDeleteAccount,
  addLogIn,
  addLogOut,
  addShowAccount,
  addShowService,
  addSignUp,
} from './session-routes.js';
import { addAddUserId, addListUserIds, addReplaceUserId, addRevokeUserId } from './user-id-routes.js';
import { addSameOriginCheck, addSessionAuth } from './account-guards.js';
import { addShowRefusals, addShowRequests, addShowUsage } from './usage-routes.js';

const ROUTES: readonly ((app: FastifyInstance, deps: AccountDeps) => void)[] = [
  addShowService,
  addListPlans,
  addSignUp,
  addLogIn,
  addLogOut,
  addShowAccount,
  addChangePassword,
  addAskPasswordReset,
  addConfirmPasswordReset,
  addAskVerification,
  addConfirmVerification,
  addDeleteAccount,
  addListUserIds,
  addAddUserId,
  addRevokeUserId,
  addReplaceUserId,
  addSubscribe,
  addCancelSubscription,
  addShowUsage,
  addShowRefusals,
  addShowRequests,
];

/** The account API, which the portal uses. Unauthorised requests are refused before their body is read. */
export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  addSameOriginCheck(app, deps.service.publicUrl);
  addSessionAuth(app, deps.people);
  for (const add of ROUTES) add(app, deps);
}
