import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { accountView, WithAccount } from './account-view.js';
import { personOf } from './session-auth.js';

export function addShowAccount(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account',
    auth: 'session',
    operationId: 'showAccount',
    summary: 'Show the account',
    description: 'The account of who is logged in, with its user id and its subscription.',
    message: 'The account.',
    data: WithAccount,
    handle: ({ request }) => accountView(deps, personOf(request).accountId),
  });
}
