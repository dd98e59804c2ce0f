import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newPassword } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { resetToken } from './fields.js';
import { visitorOf } from './session-auth.js';

const Body = z.object({ token: resetToken, new: newPassword });

export function addConfirmPasswordReset(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/password-reset/confirm',
    auth: 'public',
    operationId: 'confirmPasswordReset',
    summary: 'Set a new password',
    description: 'Takes the token of the link that was mailed. Ends all sessions of the account and replaces its user id.',
    message: 'Password set; log in with it. The account has a new user id.',
    body: Body,
    data: Nothing,
    errors: ['bad-token', 'no-mail-server', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      await people.confirmReset(visitorOf(request), body.token, body.new);
      return {};
    },
  });
}
