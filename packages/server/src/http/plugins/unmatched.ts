import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors.js';
import { viewRedirect } from '../portal/view-redirect.js';

/** Unknown paths, which may be views of the portal, and known paths with another method. */
export function addUnmatched(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = methodsByPath.get(path);
    if (methods === undefined) {
      const view = viewRedirect(request);
      if (view !== null) return reply.redirect(view, 302);
      throw new ServiceError('not-found');
    }
    const allow = [...methods].sort().join(', ');
    void reply.header('allow', allow);
    throw new ServiceError('method', `This path takes ${allow}, not ${request.method}.`, {
      allow: [...methods],
    });
  });
}
