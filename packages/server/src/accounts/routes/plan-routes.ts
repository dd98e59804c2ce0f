import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { selfServicePlans } from '../plans/plans.js';
import { Nothing, planId, type AccountDeps } from './account-deps.js';
import { accountView, PlanView, planView, rejectSuspended, WithAccount } from './account-view.js';
import { userOf } from '../session-auth.js';

const OfferedPlans = z.object({ plans: z.array(PlanView.extend({ summary: z.string() })) });

export const listPlans = ({ plans }: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/plans',
    caller: 'anyone',
    cost: 'rows',
    document: {
      operationId: 'listPlans',
      tag: 'Account',
      summary: 'List the plans',
      description: 'The plans that users may choose, in the order of the operator.',
    },
    response: envelope('The plans.', OfferedPlans),
    handle: () =>
      Promise.resolve({
        plans: selfServicePlans(plans).map((plan) => ({ ...planView(plan), summary: plan.summary })),
      }),
  });

const SubscribeBody = z.object({ plan: planId });

export const subscribe = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/subscription',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'subscribe',
      tag: 'Account',
      summary: 'Choose a plan',
      description:
        'Subscribes to a plan, changes to another one, or takes a cancellation back. A change keeps the running month and the calls used in it.',
    },
    body: jsonBody(SubscribeBody),
    response: envelope('Subscribed.', WithAccount),
    errors: ['account-suspended'],
    handle: async ({ request, body }) => {
      const { accountId } = userOf(request);
      await rejectSuspended(deps, accountId);
      await deps.subscriptions.subscribe(accountId, body.plan);
      return accountView(deps, accountId);
    },
  });

export const cancelSubscription = (deps: AccountDeps): Route =>
  route({
    method: 'POST',
    path: '/account/subscription/cancel',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'cancelSubscription',
      tag: 'Account',
      summary: 'Cancel the subscription',
      description: 'Ends the subscription at the end of the current month; until then it stays valid.',
    },
    body: jsonBody(Nothing),
    response: envelope('Subscription cancelled.', WithAccount),
    errors: ['no-subscription', 'subscription-ended'],
    handle: async ({ request }) => {
      const { accountId } = userOf(request);
      await deps.subscriptions.cancel(accountId);
      return accountView(deps, accountId);
    },
  });
