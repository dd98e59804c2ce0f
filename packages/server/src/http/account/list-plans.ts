import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { selfServicePlans } from '../../accounts/plans/plans.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { PlanView, planView } from './account-view.js';

const OfferedPlans = z.object({ plans: z.array(PlanView.extend({ summary: z.string() })) });

export function addListPlans(app: FastifyInstance, { plans }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/plans',
    auth: 'public',
    operationId: 'listPlans',
    summary: 'List the plans',
    description: 'The plans that people may choose, in the order of the operator.',
    message: 'The plans.',
    data: OfferedPlans,
    handle: () =>
      Promise.resolve({
        plans: selfServicePlans(plans).map((plan) => ({ ...planView(plan), summary: plan.summary })),
      }),
  });
}
