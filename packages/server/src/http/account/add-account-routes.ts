import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAskPasswordReset } from './ask-password-reset.js';
import { addCancelSubscription } from './cancel-subscription.js';
import { addChangePassword } from './change-password.js';
import { addConfirmPasswordReset } from './confirm-password-reset.js';
import { addDeleteAccount } from './delete-account.js';
import { addListPlans } from './list-plans.js';
import { addLogIn } from './log-in.js';
import { addLogOut } from './log-out.js';
import { addReplaceUserId } from './replace-user-id.js';
import { addSameOriginCheck } from './same-origin.js';
import { addSessionAuth } from './session-auth.js';
import { addShowAccount } from './show-account.js';
import { addShowRefusals } from './show-refusals.js';
import { addShowRequests } from './show-requests.js';
import { addShowService } from './show-service.js';
import { addShowUsage } from './show-usage.js';
import { addSignUp } from './sign-up.js';
import { addSubscribe } from './subscribe.js';
import { addAddUserId, addListUserIds, addRevokeUserId } from './user-ids.js';
import { addAskVerification, addConfirmVerification } from './verify-email.js';

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

/** The account API: what the portal knows of the service. Refusals come before any body is read. */
export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  addSameOriginCheck(app, deps.service.publicUrl);
  addSessionAuth(app, deps.people);
  for (const add of ROUTES) add(app, deps);
}
