import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayOf } from '../../accounts/usage/day.js';
import { addAccountRoute } from '../account/account-route.js';
import { DAY_MS, Days, daysOf, UsageDays } from '../account/usage-routes.js';
import type { OperatorDeps } from './operator-deps.js';

export function addShowTotalUsage(app: FastifyInstance, { usage }: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/operators/usage',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'showTotalUsage',
    summary: 'Show the usage of all accounts',
    description: 'Calls of all accounts together, also of deleted ones, by day (UTC), operation and outcome.',
    message: 'The usage of all accounts.',
    query: { days: { schema: Days, description: 'How many days, today included.' } },
    data: z.object({ days: UsageDays }),
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const now = Date.now();
      const from = dayOf(now - (daysOf(request) - 1) * DAY_MS);
      return { days: await usage.totalByDay(from, dayOf(now)) };
    },
  });
}
