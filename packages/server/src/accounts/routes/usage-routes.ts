import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEFAULT_DAYS, DAY_MS, dayOf } from '../usage/day.js';
import type { Latency, LogCursor, LogQuery } from '../usage/logged-requests.js';
import { ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { addAccountRoute, type AccountDeps } from './account-route.js';
import { moment, Moment } from './account-view.js';
import { userOf } from './account-guards.js';
import { KEPT_REQUESTS } from '../usage/request-log.js';

const MAX_DAYS = 366;

export const Days = z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS);

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
    outcome: z.string().describe('The code of the responses: `1000` for success.'),
    calls: z.int(),
  }),
);

const Usage = z.object({
  days: UsageDays,
  quota: Quota.nullable().describe('`null` without a subscription that runs.'),
  latency: z
    .object({
      p95_ms: z.int().describe('95 of 100 analysed requests had their response within these milliseconds.'),
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
      const { accountId } = userOf(request);
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
  throw new ServiceError('bad-parameter', `The parameter days must be a number from 1 to ${MAX_DAYS}.`, {
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

const MAX_REJECTIONS = 50;

const Rejections = z.object({
  rejections: z.array(
    z.object({
      at: z.iso.datetime(),
      operation: z.string(),
      code: z.string().meta({ examples: [ERROR_CATALOGUE['no-face'].number] }),
      message: z.string().meta({ examples: [ERROR_CATALOGUE['no-face'].message] }),
    }),
  ),
});

const MESSAGES = new Map(Object.values(ERROR_CATALOGUE).map(({ number, message }) => [number, message]));

export function addShowRejections(app: FastifyInstance, { usage }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/rejections',
    auth: 'session',
    operationId: 'showRejections',
    summary: 'Show recent rejections',
    description: `The newest calls that were rejected or failed, at most ${MAX_REJECTIONS}, newest first.`,
    message: 'The rejections.',
    data: Rejections,
    handle: async ({ request }) => {
      const rows = await usage.recentRejections(userOf(request).accountId, MAX_REJECTIONS);
      return {
        rejections: rows.map(({ at, operation, code }) => ({
          at: moment(at),
          operation,
          code,
          message: MESSAGES.get(code) ?? '',
        })),
      };
    },
  });
}

const REQUESTS_PER_PAGE = 50;

const Requests = z.object({
  requests: z.array(
    z.object({
      at: Moment.describe('When the request came.'),
      operation: z.string(),
      status: z.int().describe('The HTTP status; 499 if the client left before the response.'),
      code: z.string().describe('The code of the response; empty if the client left before it.'),
      ms: z.int().describe('Milliseconds from the headers of the request to the end of the response.'),
      request_id: z.string(),
      key: z.string().nullable().describe('The name of the API key; `null` if it is not known.'),
    }),
  ),
  filters: z
    .object({
      operations: z.array(z.string()),
      codes: z.array(z.string()),
      keys: z.array(z.string()).describe('Names of API keys.'),
    })
    .nullable()
    .describe('The values of all kept requests, to filter by; `null` on later pages.'),
  next: z.string().nullable().describe('The value of `before` for the next page; `null` on the last one.'),
  kept_days: z.int().describe('For how many days requests are kept; 0: there is no request log.'),
  kept_requests: z.int().describe('About how many requests of an account are kept.'),
});

const Before = z.string().regex(/^\d{1,15}-[0-9a-f]{1,32}$/);

const FilterValue = z.string().max(200);

export function addShowRequests(app: FastifyInstance, { loggedRequests }: AccountDeps): void {
  const filtersOf = async (accountId: string): Promise<NonNullable<z.infer<typeof Requests>['filters']>> => {
    const { operations, codes, keys } = await loggedRequests.facets(accountId);
    return { operations: [...operations], codes: [...codes], keys: [...keys] };
  };
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/requests',
    auth: 'session',
    operationId: 'showRequests',
    summary: 'Show the request log',
    description: `The requests made with the API keys of the account, newest first, ${REQUESTS_PER_PAGE} on a page. A request appears about a second after its response. Neither images, vectors nor API keys are in it; a key is named.`,
    message: 'The requests.',
    query: {
      before: { schema: Before, description: 'Where the page begins: `next` of the page before.' },
      failed: { schema: z.literal('1'), description: '`1`: only requests that were rejected or failed.' },
      operation: { schema: FilterValue, description: 'Only requests to this operation, as in `filters`.' },
      code: { schema: FilterValue, description: 'Only requests with this code; empty: the client left.' },
      key: { schema: FilterValue, description: 'Only requests with the API key of this name.' },
    },
    data: Requests,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { accountId } = userOf(request);
      const question = questionOf(request);
      const { requests, next } = await loggedRequests.page(accountId, {
        limit: REQUESTS_PER_PAGE,
        ...question,
      });
      return {
        requests: requests.map(({ at, requestId, keyName, ...rest }) => ({
          at: moment(at),
          ...rest,
          request_id: requestId,
          key: keyName,
        })),
        filters: question.before === null ? await filtersOf(accountId) : null,
        next: next && `${next.at}-${next.id}`,
        kept_days: loggedRequests.keptDays,
        kept_requests: KEPT_REQUESTS,
      };
    },
  });
}

function questionOf({ query }: FastifyRequest): Omit<LogQuery, 'limit'> {
  const { before, failed, operation, code, key } = query as Readonly<Record<string, unknown>>;
  if (failed !== undefined && failed !== '1') throw badParameter('failed', 'be 1 or absent');
  return {
    before: before === undefined ? null : positionOf(before),
    failedOnly: failed === '1',
    filter: {
      operation: filterOf('operation', operation),
      code: filterOf('code', code),
      key: filterOf('key', key),
    },
  };
}

function filterOf(parameter: string, value: unknown): string | null {
  if (value === undefined) return null;
  const parsed = FilterValue.safeParse(value);
  if (!parsed.success) throw badParameter(parameter, 'be one text of at most 200 characters');
  return parsed.data;
}

function positionOf(before: unknown): LogCursor {
  const parsed = Before.safeParse(before);
  if (!parsed.success) throw badParameter('before', 'be the value of next on the page before');
  const [at = '', id = ''] = parsed.data.split('-');
  return { at: Number(at), id };
}

export const badParameter = (parameter: string, must: string): ServiceError =>
  new ServiceError('bad-parameter', `The parameter ${parameter} must ${must}.`, { parameter });
