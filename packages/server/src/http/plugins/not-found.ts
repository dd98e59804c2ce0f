import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.js';

/** Unknown paths, which may be pages of the portal, and known paths with another method. */
export function addNotFound(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = methodsByPath.get(path) ?? methodsByPath.get(routeOf(path, methodsByPath.keys()) ?? '');
    if (methods === undefined) {
      const page = portalRedirect(request);
      if (page !== null) return reply.redirect(page, 302);
      throw new ServiceError('not-found');
    }
    const allow = [...methods].sort().join(', ');
    void reply.header('allow', allow);
    throw new ServiceError('method', `This path takes ${allow}, not ${request.method}.`, {
      allow: [...methods],
    });
  });
}

/** The route with parameters that the path belongs to. */
function routeOf(path: string, routes: Iterable<string>): string | undefined {
  const parts = path.split('/');
  for (const route of routes) {
    if (!route.includes('/:')) continue;
    const names = route.split('/');
    if (names.length === parts.length && names.every((name, n) => name.startsWith(':') || name === parts[n]))
      return route;
  }
  return undefined;
}

/**
 * A path that could be a page of the portal, such as /plans or /errors/2004. No double slash, so it cannot lead to
 * another host.
 */
const PORTAL_PAGE = /^\/[\w-]+(?:\/[\w.-]+)*\/?$/;
const MAX_QUERY_LENGTH = 2000;

/**
 * The redirect for a browser that requests an unknown path as a page: the same path behind the # of the portal.
 * Relative, for proxies that serve the portal under a path. null for everything else.
 */
function portalRedirect({ method, url, headers }: FastifyRequest): string | null {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return null;
  const cut = url.indexOf('?');
  const path = cut === -1 ? url : url.slice(0, cut);
  const query = cut === -1 ? '' : url.slice(cut);
  if (!PORTAL_PAGE.test(path) || query.length > MAX_QUERY_LENGTH) return null;
  const depth = path.split('/').length - 2;
  return `${depth === 0 ? './' : '../'.repeat(depth)}#${path.replace(/\/$/, '')}${query}`;
}
