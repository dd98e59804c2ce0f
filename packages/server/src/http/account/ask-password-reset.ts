import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { email } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { visitorOf } from './session-auth.js';

const Body = z.object({ email });

export function addAskPasswordReset(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password-reset',
    auth: 'public',
    operationId: 'askPasswordReset',
    summary: 'Ask for a new password',
    description:
      'Sends a link by mail that works once, for 30 minutes. The answer is the same whether there is such an account or not.',
    message: 'If there is an account with this address, a mail is on its way.',
    body: Body,
    data: Nothing,
    errors: ['no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await people.askReset(visitorOf(request), body.email);
      return {};
    },
  });
}
