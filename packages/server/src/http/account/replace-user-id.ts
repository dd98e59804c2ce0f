import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { accountView, refuseSuspended, WithAccount } from './account-view.js';
import { personOf, visitorOf } from './session-auth.js';

export function addReplaceUserId(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/user-id/replace',
    auth: 'session',
    operationId: 'replaceUserId',
    summary: 'Replace all user ids',
    description:
      'Makes a new user id, named `default`. All that the account had before are dead at once, on every server.',
    message: 'User id replaced.',
    body: Nothing,
    data: WithAccount,
    errors: ['account-suspended'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      const visitor = visitorOf(request);
      await deps.userIds.replace(accountId, undefined, undefined, (tx) =>
        deps.people.isLoggedIn(visitor, tx),
      );
      return accountView(deps, accountId);
    },
  });
}
