import type { FastifyRequest } from 'fastify';

/**
 * A path that could be a page of the portal, such as /plans or /errors/2004. No double slash, so it cannot lead to
 * another host.
 */
const VIEW = /^\/[\w-]+(?:\/[\w.-]+)*\/?$/;
const LONGEST_QUERY = 2000;

/**
 * The redirect for a browser that requests an unknown path as a page: the same path behind the # of the portal.
 * Relative, for proxies that serve the portal under a path. null for everything else.
 */
export function viewRedirect({ method, url, headers }: FastifyRequest): string | null {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return null;
  const cut = url.indexOf('?');
  const path = cut === -1 ? url : url.slice(0, cut);
  const query = cut === -1 ? '' : url.slice(cut);
  if (!VIEW.test(path) || query.length > LONGEST_QUERY) return null;
  const depth = path.split('/').length - 2;
  return `${depth === 0 ? './' : '../'.repeat(depth)}#${path.replace(/\/$/, '')}${query}`;
}
