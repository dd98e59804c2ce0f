import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { isRefusal, type UserDirectory } from '../../accounts/user-directory.js';
import { ServiceError } from '../../errors.js';
import type { DeclaredAuth } from '../route-auth.js';

/** The header of the specification, and its alias for proxies that drop names with an underscore. */
const HEADERS = ['user_id', 'x-user-id'] as const;

/** Longer than any id; what is longer is not looked up. */
const LONGEST_USER_ID = 256;

function userIdOf(request: FastifyRequest): string {
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  throw new ServiceError('no-user-id');
}

const declaredAuth = ({ method, url, config }: RouteOptions): DeclaredAuth => ({
  method: [method].flat().join(','),
  url,
  auth: config?.auth,
});

/** Checks the user id before the body is read, on every route that declares it. A route must declare something. */
export function addAuthentication(app: FastifyInstance, users: UserDirectory): void {
  app.decorateRequest('account', null);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Preflight requests of browsers never carry credentials.
    const isPreflight = route.method === 'OPTIONS' && route.url === '*';
    if (isPreflight) route.config = { ...route.config, auth: 'public' };
    routes.push(route);
  });
  app.decorate('declaredAuths', () => routes.map(declaredAuth));
  app.addHook('onReady', (done) => {
    const silent = routes.map(declaredAuth).find(({ auth }) => auth === undefined);
    done(
      silent && new Error(`The route ${silent.method} ${silent.url} does not declare its authentication.`),
    );
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.auth !== 'user-id') return;
    const userId = userIdOf(request);
    if (userId.length > LONGEST_USER_ID) throw new ServiceError('unknown-user-id');
    const answer = await users.resolveUser(userId);
    if (isRefusal(answer)) throw new ServiceError(answer.refused);
    request.account = answer;
  });
}
