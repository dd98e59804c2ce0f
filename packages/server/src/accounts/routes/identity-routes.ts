import type { FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE } from '../../errors.js';
import { toServiceError } from '../../http/render-error.js';
import { route, type ResponseKind, type Route } from '../../http/route.js';
import { clientOf } from '../session-auth.js';
import type { Cookies } from '../users/cookies.js';
import { IDENTITY_CALLBACK } from '../users/identity/identity-log-in.js';
import type { AccountDeps } from './account-deps.js';

/**
 * Log-in with the identity provider. Browsers are sent to these routes and away from them, so they respond with
 * redirects, also after failures: the portal shows the error of the code in the address.
 */
export function identityRoutes({ users: { identity } }: AccountDeps): Route[] {
  if (identity === null) return [];
  const redirecting = (
    path: `/${string}`,
    work: (request: FastifyRequest, signal: AbortSignal) => Promise<Destination>,
  ): Route =>
    route({
      method: 'GET',
      path,
      caller: 'anyone',
      cost: 'log-in',
      response: REDIRECT,
      handle: async ({ request, signal }) => {
        try {
          return await work(request, signal);
        } catch (error) {
          const known = toServiceError(error);
          if (known.code === 'bug') throw error;
          // The number alone: an address that carries text would let anybody show theirs on the log-in page.
          const { number } = ERROR_CATALOGUE[known.code];
          return { url: `/#/log-in?rejected=${number}`, cookies: identity.abandoned() };
        }
      },
    });
  return [
    redirecting('/account/log-in/provider', (request, signal) => identity.begin(clientOf(request), signal)),
    redirecting(IDENTITY_CALLBACK, async (request, signal) => {
      const [, query = ''] = request.url.split(/(?=\?)/, 2);
      const { cookies } = await identity.finish(clientOf(request), query, signal);
      return { url: '/#/account', cookies };
    }),
  ];
}

interface Destination {
  readonly url: string;
  readonly cookies: Cookies;
}

/** 303: the browser follows with GET. */
const REDIRECT: ResponseKind<Destination> = {
  description: 'A redirect.',
  content: () => ({}),
  send: ({ url, cookies }, reply) => reply.header('set-cookie', [...cookies]).redirect(url, 303),
};
