import type { FastifyInstance } from 'fastify';

/**
 * Sends the headers that a route declares with every response. Registered before any hook that may refuse a request.
 */
export function addRouteHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config.headers ?? {});
    done();
  });
}
