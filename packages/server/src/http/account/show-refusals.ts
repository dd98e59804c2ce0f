import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ERROR_CATALOGUE } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { moment } from './account-view.js';
import { personOf } from './session-auth.js';

const MOST = 50;

const Refusals = z.object({
  refusals: z.array(
    z.object({
      at: z.iso.datetime(),
      operation: z.string(),
      code: z.string().meta({ examples: [ERROR_CATALOGUE['no-face'].number] }),
      message: z.string().meta({ examples: [ERROR_CATALOGUE['no-face'].message] }),
    }),
  ),
});

const MESSAGES = new Map(Object.values(ERROR_CATALOGUE).map(({ number, message }) => [number, message]));

export function addShowRefusals(app: FastifyInstance, { usage }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/account/refusals',
    auth: 'session',
    operationId: 'showRefusals',
    summary: 'Show recent refusals',
    description: `The newest calls that were refused or failed, at most ${MOST}, newest first.`,
    message: 'The refusals.',
    data: Refusals,
    handle: async ({ request }) => {
      const rows = await usage.recentRefusals(personOf(request).accountId, MOST);
      return {
        refusals: rows.map(({ at, operation, code }) => ({
          at: moment(at),
          operation,
          code,
          message: MESSAGES.get(code) ?? '',
        })),
      };
    },
  });
}
