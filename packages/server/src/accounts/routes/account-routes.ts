import type { Route } from '../../http/route.js';
import type { AccountDeps } from './account-deps.js';
import { addApiKey, listApiKeys, makeAccessKey, replaceApiKey, revokeApiKey } from './api-key-routes.js';
import { identityRoutes } from './identity-routes.js';
import {
  changePassword,
  checkPasswordReset,
  confirmPasswordReset,
  confirmVerification,
  requestPasswordReset,
  requestVerification,
} from './password-and-email-routes.js';
import { cancelSubscription, listPlans, subscribe } from './plan-routes.js';
import { deleteAccount, logIn, logOut, showAccount, showService, signUp } from './session-routes.js';
import { showRejections, showRequests, showUsage } from './usage-routes.js';

/** The account API, which the portal uses. */
export const accountRoutes = (deps: AccountDeps): Route[] => [
  showService(deps),
  listPlans(deps),
  signUp(deps),
  logIn(deps),
  ...identityRoutes(deps),
  logOut(deps),
  showAccount(deps),
  changePassword(deps),
  requestPasswordReset(deps),
  checkPasswordReset(deps),
  confirmPasswordReset(deps),
  requestVerification(deps),
  confirmVerification(deps),
  deleteAccount(deps),
  listApiKeys(deps),
  addApiKey(deps),
  revokeApiKey(deps),
  replaceApiKey(deps),
  makeAccessKey(deps),
  subscribe(deps),
  cancelSubscription(deps),
  showUsage(deps),
  showRejections(deps),
  showRequests(deps),
];
