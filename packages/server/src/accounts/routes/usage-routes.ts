import { envelope } from '../../http/response-kinds.js';
import { integer, text, type Parameter } from '../../http/query.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import { DAY_MS, dayOf, DEFAULT_DAYS } from '../plans/periods.js';
import type { Latency, LogCursor } from '../usage/logged-requests.js';
import { ERROR_CATALOGUE } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';
import { moment, Moment } from './account-view.js';
import { userOf } from '../session-auth.js';
import { KEPT_REQUESTS } from '../usage/request-log.js';

const MAX_DAYS = 366;

/** A query parameter. */
export const days = integer({ from: 1, to: MAX_DAYS }, 'How many days, today included.', DEFAULT_DAYS);

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

export const showUsage = (deps: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/usage',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'showUsage',
      tag: 'Account',
      summary: 'Show the usage',
      description: 'Calls by day (UTC), operation and outcome, and what is left of the quota.',
    },
    query: { days },
    response: envelope('The usage.', Usage),
    handle: async ({ request, query }) => {
      const { accountId } = userOf(request);
      const now = deps.service.now?.() ?? Date.now();
      const from = dayOf(now - (query.days - 1) * DAY_MS);
      return {
        days: [...(await deps.usage.usageByDay(accountId, from, dayOf(now)))],
        quota: await quotaOf(deps, accountId),
        latency: latencyView(await deps.loggedRequests.latency(accountId)),
      };
    },
  });

const latencyView = (latency: Latency | null): { p95_ms: number; requests: number } | null =>
  latency && { p95_ms: latency.p95Ms, requests: latency.requests };

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

export const showRejections = ({ usage }: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/rejections',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'showRejections',
      tag: 'Account',
      summary: 'Show recent rejections',
      description: `The newest calls that were rejected or failed, at most ${MAX_REJECTIONS}, newest first.`,
    },
    response: envelope('The rejections.', Rejections),
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

const BEFORE = /^\d{1,15}-[0-9a-f]{1,32}$/;

const filter = (description: string): Parameter<string | undefined> =>
  text(z.string().max(200), description, 'must be one text of at most 200 characters');

export const showRequests = ({ loggedRequests }: AccountDeps): Route =>
  route({
    method: 'GET',
    path: '/account/requests',
    caller: 'session',
    cost: 'rows',
    document: {
      operationId: 'showRequests',
      tag: 'Account',
      summary: 'Show the request log',
      description: `The requests made with the API keys of the account, newest first, ${REQUESTS_PER_PAGE} on a page. A request appears about a second after its response. Neither images, vectors nor API keys are in it; a key is named.`,
    },
    query: {
      before: text(
        z.string().regex(BEFORE),
        'Where the page begins: `next` of the page before.',
        'must be the value of next on the page before',
      ),
      failed: text(z.literal('1'), '`1`: only requests that were rejected or failed.', 'must be 1 or absent'),
      operation: filter('Only requests to this operation, as in `filters`.'),
      code: filter('Only requests with this code; empty: the client left.'),
      key: filter('Only requests with the API key of this name.'),
    },
    response: envelope('The requests.', Requests),
    handle: async ({ request, query: { before, failed, operation = null, code = null, key = null } }) => {
      const { accountId } = userOf(request);
      const { requests, next } = await loggedRequests.page(accountId, {
        limit: REQUESTS_PER_PAGE,
        before: before === undefined ? null : positionOf(before),
        failedOnly: failed === '1',
        filter: { operation, code, key },
      });
      return {
        requests: requests.map(({ at, requestId, keyName, ...rest }) => ({
          at: moment(at),
          ...rest,
          request_id: requestId,
          key: keyName,
        })),
        filters: before === undefined ? await filtersOf(loggedRequests, accountId) : null,
        next: next && `${next.at}-${next.id}`,
        kept_days: loggedRequests.keptDays,
        kept_requests: KEPT_REQUESTS,
      };
    },
  });

function positionOf(before: string): LogCursor {
  const [at = '', id = ''] = before.split('-');
  return { at: Number(at), id };
}

async function filtersOf(
  loggedRequests: AccountDeps['loggedRequests'],
  accountId: string,
): Promise<z.infer<typeof Requests>['filters']> {
  const { operations, codes, keys } = await loggedRequests.facets(accountId);
  return { operations: [...operations], codes: [...codes], keys: [...keys] };
}
