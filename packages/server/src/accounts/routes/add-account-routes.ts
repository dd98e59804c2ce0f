import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-route.js';
import {
  addRequestPasswordReset,
  addRequestVerification,
  addChangePassword,
  addCheckPasswordReset,
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
import {
  addAddApiKey,
  addListApiKeys,
  addMakeAccessKey,
  addReplaceApiKey,
  addRevokeApiKey,
} from './api-key-routes.js';
import { addIdentityRoutes } from './identity-routes.js';
import { addSameOriginCheck, addSessionAuth } from './account-guards.js';
import { addShowRejections, addShowRequests, addShowUsage } from './usage-routes.js';

const ROUTES: readonly ((app: FastifyInstance, deps: AccountDeps) => void)[] = [
  addShowService,
  addListPlans,
  addSignUp,
  addLogIn,
  addIdentityRoutes,
  addLogOut,
  addShowAccount,
  addChangePassword,
  addRequestPasswordReset,
  addCheckPasswordReset,
  addConfirmPasswordReset,
  addRequestVerification,
  addConfirmVerification,
  addDeleteAccount,
  addListApiKeys,
  addAddApiKey,
  addRevokeApiKey,
  addReplaceApiKey,
  addMakeAccessKey,
  addSubscribe,
  addCancelSubscription,
  addShowUsage,
  addShowRejections,
  addShowRequests,
];

/** The account API, which the portal uses. Unauthorised requests are rejected before their body is read. */
export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  addSameOriginCheck(app, deps.service.publicUrl);
  addSessionAuth(app, deps.users);
  for (const add of ROUTES) add(app, deps);
}
