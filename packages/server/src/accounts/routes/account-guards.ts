import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asUnavailable } from '../../db/database-outage.js';
import type { Client, User } from '../users/log-in-parts.js';
import type { Users } from '../users/users.js';
import { quote, ServiceError } from '../../errors.js';
import ipaddr from 'ipaddr.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in; set on routes that require a session. */
    user: User | null;
  }
}

export const clientOf = ({ headers, ip }: FastifyRequest): Client => ({
  cookie: headers.cookie ?? '',
  address: networkOf(ip),
});

export function requireAdmin({ role, suspended }: Pick<User, 'role' | 'suspended'>): void {
  if (role !== 'admin') throw new ServiceError('not-an-admin');
  if (suspended) throw new ServiceError('account-suspended');
}

export function userOf({ user }: FastifyRequest): User {
  if (user === null) throw new Error('The route does not require a session.');
  return user;
}

/**
 * Checks the session cookie before the body is read, on every route that requires a session, and extends the session.
 * Some routes also require the admin role.
 */
export function addSessionAuth(app: FastifyInstance, users: Pick<Users, 'whoIs'>): void {
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request, reply) => {
    const { auth } = request.routeOptions.config;
    if (auth !== 'session' && auth !== 'admin') return;
    const session = await users.whoIs(clientOf(request)).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    if (session === null) throw new ServiceError('not-logged-in');
    // First: a rejection carries the renewed cookies, too.
    if (session.cookies.length > 0) void reply.header('set-cookie', [...session.cookies]);
    if (auth === 'admin') requireAdmin(session.user);
    request.user = session.user;
  });
}

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Prevents cross-site request forgery: a state-changing request that is not authorised by a header of its own must come
 * from a page of this service. Browsers state the origin of a request and let no page forge it. A client that states
 * none is not a browser, and sends only the cookies that it was given on purpose.
 */
export function addSameOriginCheck(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { auth } = request.routeOptions.config;
    const guarded = auth !== undefined && auth !== 'api-key' && CHANGING.includes(request.method);
    const allowed =
      !guarded || (isSameOrigin(request, publicUrl) && (auth !== 'trial' || statesOrigin(request)));
    done(allowed ? undefined : crossSite(request, publicUrl));
  });
}

/** Whether the request states its origin. Trial calls must: they are only for pages of the portal. */
const statesOrigin = ({ headers: { origin, referer, 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  (origin ?? referer ?? site) !== undefined;

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

/** Groups of an IPv6 address that identify a household or host, which can choose any address within them. */
const IPV6_GROUPS = 4;

/** The key for counting attempts: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, IPV6_GROUPS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}
