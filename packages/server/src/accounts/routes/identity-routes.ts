import type { FastifyInstance, FastifyReply } from 'fastify';
import { asUnavailable } from '../../db/database-outage.js';
import { IDENTITY_CALLBACK } from '../users/identity/identity-log-in.js';
import type { Cookies } from '../users/cookies.js';
import { ERROR_CATALOGUE, ServiceError } from '../../errors.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { clientOf } from './account-guards.js';
import type { AccountDeps } from './account-route.js';

/** 303: the browser follows with GET. */
const redirect = (reply: FastifyReply, to: string, cookies: Cookies): FastifyReply =>
  reply.header('set-cookie', [...cookies]).redirect(to, 303);

/**
 * Log-in with the identity provider. Browsers are sent to these routes and away from them, so they respond with
 * redirects, also after failures: the portal shows the error of the code in the address.
 */
export function addIdentityRoutes(app: FastifyInstance, { users: { identity } }: AccountDeps): void {
  if (identity === null) return;
  const failed = (reply: FastifyReply, cause: unknown): FastifyReply => {
    const error = asUnavailable(cause);
    if (!(error instanceof ServiceError)) throw error;
    // The number alone: an address that carries text would let anybody show theirs on the log-in page.
    const { number } = ERROR_CATALOGUE[error.code];
    return redirect(reply, `/#/log-in?rejected=${number}`, identity.abandoned());
  };

  app.get('/account/log-in/provider', { config: { auth: 'public' } }, async (request, reply) => {
    try {
      const { url, cookies } = await identity.begin(clientOf(request), scopeOf(request).signal);
      return await redirect(reply, url, cookies);
    } catch (error) {
      return failed(reply, error);
    }
  });

  app.get(IDENTITY_CALLBACK, { config: { auth: 'public' } }, async (request, reply) => {
    try {
      const [, query = ''] = request.url.split(/(?=\?)/, 2);
      const { cookies } = await identity.finish(clientOf(request), query, scopeOf(request).signal);
      return await redirect(reply, '/#/account', cookies);
    } catch (error) {
      return failed(reply, error);
    }
  });
}
