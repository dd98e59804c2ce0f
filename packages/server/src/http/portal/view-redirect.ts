import type { FastifyRequest } from 'fastify';

/** A path that could be one of the portal's views, such as /plans or /errors/2004. No slash is doubled, so it leads nowhere else. */
const VIEW = /^\/[\w-]+(?:\/[\w.-]+)*\/?$/;
const LONGEST_QUERY = 2000;

/**
 * Where a browser is sent that asks for a page at a path which the service does not have: the same path behind the # of the portal.
 * Relative, for a proxy that serves all this under a path of its own. null for everything else.
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
