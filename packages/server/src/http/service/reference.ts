import type { FastifyInstance } from 'fastify';

/** The reference of the API is a view of the portal. Relative, for a proxy that serves all this under a path of its own. */
export function addReference(app: FastifyInstance): void {
  const config = { auth: 'public' } as const;
  app.get('/docs', { config }, (_request, reply) => reply.redirect('./#/reference', 302));
  app.get('/docs/', { config }, (_request, reply) => reply.redirect('../#/reference', 302));
}
