import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Caller } from '../callers.js';
import type { ServedRoute } from '../route.js';

/** Authenticates a request before its body is read, or throws why not. */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
  route: ServedRoute,
) => Promise<void>;

const TAKES_API_KEY: readonly Caller[] = ['api-key', 'api-key or trial', 'signature'];

/** Nobody is asked. A signature is verified with the body, by the route itself. */
type Unchecked = 'anyone' | 'signature';
export type Authenticators = Readonly<Record<Exclude<Caller, Unchecked>, Authenticate>>;

/** Authenticates every request as its route declares, before the body is read. */
export function addAuthentication(app: FastifyInstance, authenticators: Authenticators): void {
  for (const name of ['account', 'callerId', 'keyHashes', 'counted', 'operation', 'memoryOwner', 'user'])
    app.decorateRequest(name, null);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Preflight requests of browsers never carry credentials.
    const isPreflight = route.method === 'OPTIONS' && route.url === '*';
    if (!isPreflight) routes.push(route);
  });
  // Fastify adds a HEAD route to every GET route.
  const own = (): ServedRoute[] =>
    routes.filter(({ method }) => method !== 'HEAD').flatMap(({ config }) => config?.route ?? []);
  app.decorate('routes', own);
  app.addHook('onReady', (done) => {
    const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join()} ${url}`;
    const other = routes.find(({ config }) => config?.route === undefined);
    const unscoped = routes.find(({ config }) => {
      const { caller = 'anyone', scope } = config?.route ?? {};
      return TAKES_API_KEY.includes(caller) && scope === undefined;
    });
    if (other !== undefined) done(new Error(`The route ${nameOf(other)} was not made by the route builder.`));
    else
      done(unscoped && new Error(`The route ${nameOf(unscoped)} does not say what an API key must be for.`));
  });
  app.addHook('onRequest', async (request, reply) => {
    const { route } = request.routeOptions.config;
    if (route === undefined || route.caller === 'anyone' || route.caller === 'signature') return;
    await authenticators[route.caller](request, reply, route);
  });
}
