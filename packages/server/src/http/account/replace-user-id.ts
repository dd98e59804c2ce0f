import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { accountView, refuseSuspended, WithAccount } from './account-view.js';
import { personOf } from './session-auth.js';

export function addReplaceUserId(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/user-id/replace',
    auth: 'session',
    operationId: 'replaceUserId',
    summary: 'Replace the user id',
    description: 'Makes a new user id. The one before it is dead at once, on every server.',
    message: 'User id replaced.',
    body: Nothing,
    data: WithAccount,
    errors: ['account-suspended'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      await deps.userIds.replace(accountId);
      return accountView(deps, accountId);
    },
  });
}
