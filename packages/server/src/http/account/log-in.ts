import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { email, password } from '../../accounts/people/login-rules.js';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute } from './account-route.js';
import { accountView, WithAccount } from './account-view.js';
import { visitorOf } from './session-auth.js';

const Body = z.object({ email, password });

export function addLogIn(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/log-in',
    auth: 'public',
    operationId: 'logIn',
    summary: 'Log in',
    description:
      'Starts a session of seven days, prolonged by use: the answer sets the session cookie, and one by which the browser is known later. After some failures from a network each further attempt has to wait, longer and longer; browsers that are known have attempts of their own.',
    message: 'Logged in.',
    body: Body,
    data: WithAccount,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body, setCookies }) => {
      const { person, cookies } = await deps.people.logIn(visitorOf(request), body);
      setCookies(cookies);
      return accountView(deps, person.accountId);
    },
  });
}
