import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { accountView, refuseSuspended, WithAccount } from './account-view.js';
import { planId } from './fields.js';
import { personOf } from './session-auth.js';

const Body = z.object({ plan: planId });

export function addSubscribe(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/subscription',
    auth: 'session',
    operationId: 'subscribe',
    summary: 'Choose a plan',
    description:
      'Subscribes to a plan, changes to another one, or takes a cancellation back. A change keeps the running month and the calls used in it.',
    message: 'Subscribed.',
    body: Body,
    data: WithAccount,
    errors: ['account-suspended'],
    handle: async ({ request, body }) => {
      const { accountId } = personOf(request);
      await refuseSuspended(deps, accountId);
      await deps.subscriptions.subscribe(accountId, body.plan);
      return accountView(deps, accountId);
    },
  });
}
