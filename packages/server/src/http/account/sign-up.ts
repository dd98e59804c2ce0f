import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { email, newPassword } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { accountView, WithAccount } from './account-view.js';
import { visitorOf } from './session-auth.js';

const Body = z.object({ email, password: newPassword });

export function addSignUp(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/sign-up',
    auth: 'public',
    operationId: 'signUp',
    summary: 'Sign up',
    description: 'Makes an account with a user id, and logs in: the answer sets the session cookie.',
    message: 'Signed up.',
    body: Body,
    data: WithAccount,
    errors: ['sign-up-closed', 'email-taken', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      const { person, cookies } = await deps.people.signUp(visitorOf(request), body);
      setCookies(cookies);
      return accountView(deps, person.accountId);
    },
  });
}
