import ipaddr from 'ipaddr.js';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { quote, ServiceError } from '../../errors.js';
import { callerFacts, type Caller } from '../callers.js';
import type { ServedRoute } from '../route.js';

/** Authenticates a request before its body is read, or throws why not. */
export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
  route: ServedRoute,
) => Promise<void>;

const TAKES_API_KEY: readonly Caller[] = ['api-key', 'api-key or trial', 'signature', 'form'];

/** Nobody is asked, or the route itself authenticates, by the body. */
const UNCHECKED = ['anyone', 'signature', 'form'] as const satisfies readonly Caller[];
type Unchecked = (typeof UNCHECKED)[number];
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
    if (route === undefined || isUnchecked(route.caller)) return;
    await authenticators[route.caller](request, reply, route);
  });
}

const isUnchecked = (caller: Caller): caller is Unchecked =>
  (UNCHECKED as readonly Caller[]).includes(caller);

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Prevents cross-site request forgery: a state-changing request that is not authorised by a header of its own must come
 * from a page of this service. Browsers state the origin of a request and let no page forge it. A client that states
 * none is not a browser, and sends only the cookies that it was given on purpose.
 */
export function addSameOriginCheck(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { route } = request.routeOptions.config;
    const guarded =
      route !== undefined && callerFacts(route.caller).isAmbient && CHANGING.includes(request.method);
    done(!guarded || isSameOrigin(request, publicUrl) ? undefined : crossSite(request, publicUrl));
  });
}

/** Whether the request says that it comes from a page of this service. Throws if the name of this page is not known. */
export function comesFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if ((origin ?? referer ?? site) === undefined) return false;
  if (isSameOrigin(request, publicUrl)) return true;
  const from = origin ?? referer ?? '';
  const hasOurName = URL.canParse(from) && new URL(from).host === request.host;
  if (hasOurName || site === 'same-origin') throw crossSite(request, publicUrl);
  return false;
}

function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  const from = origin ?? referer;
  if (from === undefined) return true;
  if (!URL.canParse(from)) return false;
  const { origin: own, host } = new URL(from);
  // Behind a proxy that terminates TLS, the scheme of the request differs from the one that the browser sees.
  return publicUrl === undefined
    ? host === request.host && isRebindingSafe(request.hostname)
    : own === publicUrl;
}

/**
 * Whether this host is safe from DNS rebinding. A page of an attacker's domain that is made to resolve to this server
 * has the same origin as its requests. An IP address, `localhost` or a name without a dot cannot be such a domain; any
 * other name must be configured as FACET_PUBLIC_URL.
 */
function isRebindingSafe(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) || name.endsWith('.localhost') || !name.includes('.');
}

function crossSite(request: FastifyRequest, publicUrl: string | undefined): ServiceError {
  const own = publicUrl ?? `${request.protocol}://${request.host}`;
  return new ServiceError(
    'cross-site',
    publicUrl === undefined && !isRebindingSafe(request.hostname)
      ? `The service does not know the name ${quote(request.hostname)}; its operator must set FACET_PUBLIC_URL to the address of this page.`
      : `The request must come from a page of ${own}.`,
  );
}
