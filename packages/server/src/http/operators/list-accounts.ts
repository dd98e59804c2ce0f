import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountPosition } from '../../accounts/administration/account-list.js';
import { ServiceError } from '../../errors.js';
import { addAccountRoute } from '../account/account-route.js';
import { accountView, OperatorAccount } from './account-views.js';
import type { OperatorDeps } from './operator-deps.js';

const PAGE = 25;
const LONGEST_SEARCH = 254;

const Accounts = z.object({
  accounts: z.array(OperatorAccount).describe('The newest first.'),
  next: z.string().nullable().describe('The value of `after` for the next page; `null` on the last one.'),
});

// PostgreSQL accepts every character except NUL.
const Search = z
  .string()
  .max(LONGEST_SEARCH)
  .regex(/^[^\0]*$/);
const After = z.string().regex(/^\d{1,15}~[\w-]{1,100}$/);

export function addListAccounts(app: FastifyInstance, { accountList }: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/operators/accounts',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'listAccounts',
    summary: 'List the accounts',
    description: `Accounts with their plans and the calls of the current period, ${PAGE} on a page.`,
    message: 'The accounts.',
    query: {
      search: { schema: Search, description: 'A part of the email address, or the whole id of the account.' },
      after: { schema: After, description: 'Where the page begins: `next` of the page before.' },
    },
    data: Accounts,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { search, after } = questionOf(request);
      // One more shows whether there is a next page.
      const found = await accountList.page({ limit: PAGE + 1, order: 'newest first', search, after });
      const accounts = found.slice(0, PAGE);
      const last = accounts.at(-1);
      return {
        accounts: accounts.map(accountView),
        next: found.length > PAGE && last !== undefined ? `${last.createdAt}~${last.id}` : null,
      };
    },
  });
}

function questionOf({ query }: FastifyRequest): { search: string; after: AccountPosition | null } {
  const { search = '', after } = query as { search?: unknown; after?: unknown };
  const text = Search.safeParse(search);
  if (!text.success) throw wrong('search', `be one text of at most ${LONGEST_SEARCH} characters`);
  return { search: text.data.trim(), after: after === undefined ? null : positionOf(after) };
}

function positionOf(after: unknown): AccountPosition {
  const parsed = After.safeParse(after);
  if (!parsed.success) throw wrong('after', 'be the value of next on the page before');
  const [createdAt = '', id = ''] = parsed.data.split('~');
  return { createdAt: Number(createdAt), id };
}

const wrong = (parameter: string, must: string): ServiceError =>
  new ServiceError('bad-parameter', `The parameter ${parameter} must ${must}.`, { parameter });
