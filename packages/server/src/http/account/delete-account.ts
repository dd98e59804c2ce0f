import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { password } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { personOf, visitorOf } from './session-auth.js';

const Body = z.object({ password });

export function addDeleteAccount(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/delete',
    auth: 'session',
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description: 'Removes the account with all its data, at once and for good. Its user id stops working.',
    message: 'Account deleted.',
    body: Body,
    data: Nothing,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      setCookies(await people.remove(visitorOf(request), personOf(request), body.password));
      return {};
    },
  });
}
