import type { FastifyInstance } from 'fastify';

/** The API reference is a page of the portal. A relative redirect, for proxies that serve the portal under a path. */
export function addReference(app: FastifyInstance): void {
  const config = { auth: 'public' } as const;
  app.get('/docs', { config }, (_request, reply) => reply.redirect('./#/reference', 302));
  app.get('/docs/', { config }, (_request, reply) => reply.redirect('../#/reference', 302));
}
