import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LogPosition } from '../../accounts/usage/logged-requests.js';
import { KEPT_REQUESTS } from '../../accounts/usage/request-log.js';
import { ServiceError } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { Moment, moment } from './account-view.js';
import { personOf } from './session-auth.js';

const PAGE = 50;

const Requests = z.object({
  requests: z.array(
    z.object({
      at: Moment.describe('When the request came.'),
      operation: z.string(),
      status: z.int().describe('The HTTP status; 499 if the client left before the answer.'),
      code: z.string().describe('The code of the answer; empty if the client left before it.'),
      ms: z.int().describe('Milliseconds from the headers of the request to the end of the answer.'),
      request_id: z.string(),
    }),
  ),
  next: z.string().nullable().describe('The value of `before` for the next page; `null` on the last one.'),
  kept_days: z.int().describe('For how many days requests are kept; 0: there is no request log.'),
  kept_requests: z.int().describe('About how many requests of an account are kept.'),
});

const Before = z.string().regex(/^\d{1,15}-[0-9a-f]{1,32}$/);

export function addShowRequests(app: FastifyInstance, { loggedRequests }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/requests',
    auth: 'session',
    operationId: 'showRequests',
    summary: 'Show the request log',
    description: `The requests made with the user ids of the account, newest first, ${PAGE} on a page. A request appears about a second after its answer. Neither images, vectors nor user ids are in it.`,
    message: 'The requests.',
    query: {
      before: { schema: Before, description: 'Where the page begins: `next` of the page before.' },
      failed: { schema: z.literal('1'), description: '`1`: only requests that were refused or failed.' },
    },
    data: Requests,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { accountId } = personOf(request);
      const { requests, next } = await loggedRequests.page(accountId, {
        limit: PAGE,
        ...questionOf(request),
      });
      return {
        requests: requests.map(({ at, requestId, ...rest }) => ({
          at: moment(at),
          ...rest,
          request_id: requestId,
        })),
        next: next && `${next.at}-${next.id}`,
        kept_days: loggedRequests.keptDays,
        kept_requests: KEPT_REQUESTS,
      };
    },
  });
}

function questionOf({ query }: FastifyRequest): { before: LogPosition | null; failedOnly: boolean } {
  const { before, failed } = query as { before?: unknown; failed?: unknown };
  if (failed !== undefined && failed !== '1') throw wrong('failed', 'be 1 or absent');
  return { before: before === undefined ? null : positionOf(before), failedOnly: failed === '1' };
}

function positionOf(before: unknown): LogPosition {
  const parsed = Before.safeParse(before);
  if (!parsed.success) throw wrong('before', 'be the value of next on the page before');
  const [at = '', id = ''] = parsed.data.split('-');
  return { at: Number(at), id };
}

const wrong = (parameter: string, must: string): ServiceError =>
  new ServiceError('bad-parameter', `The parameter ${parameter} must ${must}.`, { parameter });
