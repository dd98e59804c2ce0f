import type { FastifyInstance } from 'fastify';

/** The headers that a route declares, on every answer: to be added before anything that may refuse a request. */
export function addRouteHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config.headers ?? {});
    done();
  });
}
