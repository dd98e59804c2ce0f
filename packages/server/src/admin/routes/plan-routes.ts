import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { endOfDay, isDay, planId, planView, PlanView } from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import { accountNow, actOn, CHANGE, WithAdminAccount, type AdminDeps } from './admin-account.js';

const Catalogue = z.object({
  plans: z.array(
    PlanView.extend({
      self_service: z.boolean().describe('Whether users may choose it themselves.'),
      accounts: z.int().describe('How many accounts have it now.'),
    }),
  ),
  unknown: z
    .array(z.object({ id: z.string(), accounts: z.int() }))
    .describe(
      'Plans that are assigned to accounts but missing from the catalogue; calls of these accounts are rejected.',
    ),
});

export const showCatalogue = ({ plans, subscriptions }: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/plans',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'showCatalogue',
      tag: 'Admin',
      summary: 'Show the catalogue of plans',
      description: 'All plans, also those that users may not choose, and how many accounts have each.',
    },
    response: envelope('The catalogue.', Catalogue),
    handle: async () => {
      const counts = await subscriptions.countByPlan();
      return {
        plans: [...plans.values()].map((plan) => ({
          ...planView(plan),
          self_service: plan.selfService,
          accounts: counts.get(plan.id) ?? 0,
        })),
        unknown: [...counts].filter(([id]) => !plans.has(id)).map(([id, accounts]) => ({ id, accounts })),
      };
    },
  });

const DAY = 'a day such as 2027-01-31';
const Day = z.string({ error: DAY }).refine(isDay, { error: DAY });

const Grant = z.object({
  ...CHANGE,
  plan: planId,
  until: Day.nullable().optional().describe('The last day of the plan, in UTC; `null` or absent: no end.'),
});

export const grantPlan = (deps: AdminDeps): Route =>
  route({
    method: 'POST',
    path: '/admin/plans/grant',
    caller: 'admin',
    cost: 'log-in',
    document: {
      operationId: 'grantPlan',
      tag: 'Admin',
      summary: 'Give an account a plan',
      description:
        'Takes effect immediately, whether users may choose the plan or not. A plan that runs keeps its month and the calls used in it.',
    },
    body: jsonBody(Grant),
    response: envelope('Plan granted.', WithAdminAccount),
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      const endsAt = body.until == null ? null : endOfDay(body.until);
      await deps.adminChanges.grantPlan(actor, account, body.plan, endsAt);
      return accountNow(deps, account.id);
    },
  });

const WHEN = `now, period-end or ${DAY}`;
const End = z.object({
  ...CHANGE,
  at: z
    .string({ error: WHEN })
    .refine((text) => text === 'now' || text === 'period-end' || isDay(text), { error: WHEN })
    .describe('`now`, `period-end`, or the last day of the plan in UTC.'),
});

export const endPlan = (deps: AdminDeps): Route =>
  route({
    method: 'POST',
    path: '/admin/plans/end',
    caller: 'admin',
    cost: 'log-in',
    document: {
      operationId: 'endPlan',
      tag: 'Admin',
      summary: 'End the plan of an account',
      description: 'Immediately, at the end of the current month, or after a given day.',
    },
    body: jsonBody(End),
    response: envelope('The end of the plan is set.', WithAdminAccount),
    errors: ['wrong-credentials', 'too-many-attempts', 'no-subscription', 'subscription-ended'],
    handle: async ({ request, body }) => {
      const end = endOf(body.at);
      const { actor, account } = await actOn(deps, request, body);
      await deps.adminChanges.endPlan(actor, account, end);
      return accountNow(deps, account.id);
    },
  });

function endOf(at: string): 'now' | 'period-end' | number {
  if (at === 'now' || at === 'period-end') return at;
  const end = endOfDay(at);
  if (end <= Date.now())
    throw new ServiceError(
      'bad-field',
      'The field at must not be a past day; use now to end the plan immediately.',
      { field: 'at' },
    );
  return end;
}
