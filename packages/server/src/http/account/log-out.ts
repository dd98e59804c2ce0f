import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account-deps.js';
import { addAccountRoute, Nothing } from './account-route.js';
import { visitorOf } from './session-auth.js';

export function addLogOut(app: FastifyInstance, { people }: AccountDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/account/log-out',
    // Whoever is logged out already is logged out.
    auth: 'public',
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Ends the session of the cookie. It is no error when there is none.',
    message: 'Logged out.',
    body: Nothing,
    data: Nothing,
    handle: async ({ request, setCookies }) => {
      setCookies(await people.logOut(visitorOf(request)));
      return {};
    },
  });
}
