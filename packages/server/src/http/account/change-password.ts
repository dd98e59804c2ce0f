import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newPassword, password } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { personOf } from './session-auth.js';

const Body = z.object({ current: password, new: newPassword });

export function addChangePassword(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password',
    auth: 'session',
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends all other sessions of the account, and starts this one anew.',
    message: 'Password changed.',
    body: Body,
    data: Nothing,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      setCookies(await people.changePassword(personOf(request), body.current, body.new));
      return {};
    },
  });
}
