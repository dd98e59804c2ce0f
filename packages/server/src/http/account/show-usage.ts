import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayOf } from '../../accounts/usage/day.js';
import type { Latency } from '../../accounts/usage/logged-requests.js';
import { ServiceError } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { moment } from './account-view.js';
import { personOf } from './session-auth.js';

export const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;

export const Days = z.int().min(1).max(MOST_DAYS).default(DEFAULT_DAYS);

const Quota = z.object({
  limit: z.number().nullable().describe('`null`: without a limit.'),
  used: z.int(),
  remaining: z.number().nullable(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
});

export const UsageDays = z.array(
  z.object({
    day: z.iso.date(),
    operation: z.string(),
    outcome: z.string().describe('The code of the answers: `1000` for success.'),
    calls: z.int(),
  }),
);

const Usage = z.object({
  days: UsageDays,
  quota: Quota.nullable().describe('`null` without a subscription that runs.'),
  latency: z
    .object({
      p95_ms: z.int().describe('95 of 100 analysed requests were answered within these milliseconds.'),
      requests: z.int().describe('How many requests of the log this is measured on.'),
    })
    .nullable()
    .describe('Of the analysed requests in the request log; `null` while there is none.'),
});

export function addShowUsage(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/usage',
    auth: 'session',
    operationId: 'showUsage',
    summary: 'Show the usage',
    description: 'Calls by day (UTC), operation and outcome, and what is left of the quota.',
    message: 'The usage.',
    query: { days: { schema: Days, description: 'How many days, today included.' } },
    data: Usage,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      const now = deps.service.now?.() ?? Date.now();
      const from = dayOf(now - (daysOf(request) - 1) * DAY_MS);
      return {
        days: [...(await deps.usage.usageByDay(accountId, from, dayOf(now)))],
        quota: await quotaOf(deps, accountId),
        latency: latencyView(await deps.loggedRequests.latency(accountId)),
      };
    },
  });
}

const latencyView = (latency: Latency | null): { p95_ms: number; requests: number } | null =>
  latency && { p95_ms: latency.p95Ms, requests: latency.requests };

export function daysOf({ query }: FastifyRequest): number {
  const { days } = query as { days?: unknown };
  if (days === undefined) return DEFAULT_DAYS;
  const parsed =
    typeof days === 'string' && /^\d{1,3}$/.test(days) ? Days.safeParse(Number(days)) : undefined;
  if (parsed?.success === true) return parsed.data;
  throw new ServiceError('bad-parameter', `The parameter days must be a number from 1 to ${MOST_DAYS}.`, {
    parameter: 'days',
  });
}

async function quotaOf(
  { subscriptions, plans, usage }: AccountDeps,
  accountId: string,
): Promise<z.infer<typeof Quota> | null> {
  const subscription = await subscriptions.find(accountId);
  const plan = subscription && plans.get(subscription.plan);
  if (!subscription?.active || !plan) return null;
  const { period } = subscription;
  const used = await usage.usedInPeriod(accountId, period.start);
  const limit = plan.callsPerMonth;
  return {
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    period_start: moment(period.start),
    period_end: moment(period.end),
  };
}
