import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { accountView, WithAccount } from './account-view.js';
import { personOf } from './session-auth.js';

export function addCancelSubscription(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/subscription/cancel',
    auth: 'session',
    operationId: 'cancelSubscription',
    summary: 'Cancel the subscription',
    description: 'Ends the subscription with the month that runs; until then it goes on.',
    message: 'Subscription cancelled.',
    body: Nothing,
    data: WithAccount,
    errors: ['no-subscription', 'subscription-ended'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      await deps.subscriptions.cancel(accountId);
      return accountView(deps, accountId);
    },
  });
}
