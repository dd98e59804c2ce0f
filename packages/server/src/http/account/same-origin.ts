import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { quote, ServiceError } from '../../errors.js';

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Lets no other web site act in the name of who is logged in: a changing request that is not authorised by a header
 * of its own must come from a page of this service. Browsers say where a request comes from and let no page lie
 * about it; whatever says nothing is no browser, and sends no cookie that it was not given on purpose.
 */
export function addSameOriginCheck(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { auth } = request.routeOptions.config;
    const guarded = auth !== undefined && auth !== 'user-id' && CHANGING.includes(request.method);
    const allowed = !guarded || (isOwn(request, publicUrl) && (auth !== 'trial' || saysWhere(request)));
    done(allowed ? undefined : crossSite(request, publicUrl));
  });
}

/** Whether the request names a page. The trial is for the portal's own, so that what says nothing is refused there. */
const saysWhere = ({ headers: { origin, referer, 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  (origin ?? referer ?? site) !== undefined;

function isOwn(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  const from = origin ?? referer;
  if (from === undefined) return true;
  if (!URL.canParse(from)) return false;
  const { origin: own, host } = new URL(from);
  // Behind a proxy that ends https, the scheme of a request is not the one that the browser sees.
  return publicUrl === undefined
    ? host === request.host && isUnmistakable(request.hostname)
    : own === publicUrl;
}

/**
 * Whether nobody else can make a browser send this host. A page of a foreign domain whose name is made to lead here
 * (DNS rebinding) has the same origin as its requests; but an address, `localhost` or a name without a dot is nobody's
 * domain. Any other name must be told by FACET_PUBLIC_URL.
 */
export function isUnmistakable(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) || name.endsWith('.localhost') || !name.includes('.');
}

function crossSite(request: FastifyRequest, publicUrl: string | undefined): ServiceError {
  const own = publicUrl ?? `${request.protocol}://${request.host}`;
  return new ServiceError(
    'cross-site',
    publicUrl === undefined && !isUnmistakable(request.hostname)
      ? `The service does not know the name ${quote(request.hostname)}; its operator must set FACET_PUBLIC_URL to the address of this page.`
      : `The request must come from a page of ${own}.`,
  );
}
