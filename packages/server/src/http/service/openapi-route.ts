import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openApiDocument, type DocumentedRoute } from '../openapi/document.js';
import type { JsonSchema } from '../openapi/json-schema.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all the routes; to be called when all are there. */
    openApi(): JsonSchema;
  }
}

/** Collects what the routes that follow say of themselves, and serves it as one document. */
export function addOpenApi(app: FastifyInstance): void {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ url, method, config: { document, auth } = {} }) => {
    // The framework adds a HEAD to every GET, which says nothing new.
    if (document === undefined || auth === undefined || method === 'HEAD') return;
    for (const name of [method].flat()) routes.push({ path: url, method: name, auth, document });
  });
  let written: JsonSchema | undefined;
  let bytes: Buffer | undefined;
  app.decorate('openApi', () => (written ??= openApiDocument(routes)));
  app.get(
    '/openapi.json',
    {
      config: {
        auth: 'public',
        document: {
          operationId: 'openapi',
          tag: 'Service',
          summary: 'OpenAPI document',
          description: 'This document.',
          responses: {
            200: { description: 'OpenAPI 3.1.', schema: z.record(z.string(), z.unknown()) },
          },
          errors: [],
        },
      },
    },
    // Written once: a string for each request would be held for each client that is slow to read it.
    (_request, reply) => {
      bytes ??= Buffer.from(JSON.stringify(app.openApi()));
      return reply.type('application/json; charset=utf-8').send(bytes);
    },
  );
}
