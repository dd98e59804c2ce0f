import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { selfServicePlans } from '../plans/plans.js';
import { addAccountRoute, Nothing, planId, type AccountDeps } from './account-route.js';
import { accountView, PlanView, planView, rejectSuspended, WithAccount } from './account-view.js';
import { userOf } from './account-guards.js';

const OfferedPlans = z.object({ plans: z.array(PlanView.extend({ summary: z.string() })) });

export function addListPlans(app: FastifyInstance, { plans }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/plans',
    auth: 'public',
    operationId: 'listPlans',
    summary: 'List the plans',
    description: 'The plans that users may choose, in the order of the operator.',
    message: 'The plans.',
    data: OfferedPlans,
    handle: () =>
      Promise.resolve({
        plans: selfServicePlans(plans).map((plan) => ({ ...planView(plan), summary: plan.summary })),
      }),
  });
}

const SubscribeBody = z.object({ plan: planId });

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
    body: SubscribeBody,
    data: WithAccount,
    errors: ['account-suspended'],
    handle: async ({ request, body }) => {
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      await deps.subscriptions.subscribe(accountId, body.plan);
      return accountView(deps, accountId);
    },
  });
}

export function addCancelSubscription(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/subscription/cancel',
    auth: 'session',
    operationId: 'cancelSubscription',
    summary: 'Cancel the subscription',
    description: 'Ends the subscription at the end of the current month; until then it stays valid.',
    message: 'Subscription cancelled.',
    body: Nothing,
    data: WithAccount,
    errors: ['no-subscription', 'subscription-ended'],
    handle: async ({ request }) => {
      const { accountId } = userOf(request);
      await deps.subscriptions.cancel(accountId);
      return accountView(deps, accountId);
    },
  });
}
