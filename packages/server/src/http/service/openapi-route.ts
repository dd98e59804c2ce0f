import { MAX_FACES } from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { z } from 'zod';
import { openApiDocument, type DocumentedRoute } from '../openapi/document.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import type { RouteDocument } from '../openapi/route-document.js';
import { REVALIDATE, sendFile, staticFile, type StaticFile } from '../static-file.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all routes. Call it after all routes are registered. */
    openApi(): JsonSchema;
    /** Writes the files of the document, once. A request would wait for it, and the main thread with it. */
    writeOpenApi(): unknown;
  }
}

const AnyDocument = z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: '3.1.0', paths: {} }] });

const DOCUMENT: RouteDocument = {
  operationId: 'openapi',
  tag: 'Service',
  summary: 'OpenAPI document',
  description: 'This document.',
  responses: {
    200: { description: 'OpenAPI 3.1.', schema: AnyDocument },
  },
  errors: [],
};

const MULTIPART_DOCUMENT: RouteDocument = {
  ...DOCUMENT,
  operationId: 'openapiMultipart',
  summary: 'OpenAPI document for generated clients',
  description: `The same, but with the operations on images as uploads alone, and with a property for each face, \`face_id_0\` to \`face_id_${MAX_FACES - 1}\`. Give it to a generator that knows one body only for each operation (hey-api, orval).`,
};

/**
 * Collects the documentation of all routes registered later, and serves it as one document. It is generated
 * once: the YAML alone blocks the main thread for a tenth of a second, so the service does it before it listens.
 */
export function addOpenApi(app: FastifyInstance): void {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ url, method, config: { document, auth } = {} }) => {
    // Fastify adds a HEAD route to every GET route.
    if (document === undefined || auth === undefined || method === 'HEAD') return;
    for (const name of [method].flat()) routes.push({ path: url, method: name, auth, document });
  });
  let written: JsonSchema | undefined;
  app.decorate('openApi', () => (written ??= openApiDocument(routes)));

  const write = (): OpenApiFiles => {
    const document = app.openApi();
    const asJson = (value: JsonSchema): StaticFile =>
      staticFile('openapi.json', Buffer.from(JSON.stringify(value)), REVALIDATE);
    const yaml = Buffer.from(stringify(document, { aliasDuplicateObjects: false }));
    return {
      json: asJson(document),
      multipart: asJson(openApiDocument(routes, 'forms')),
      yaml: staticFile('openapi.yaml', yaml, REVALIDATE),
    };
  };
  let files: OpenApiFiles | undefined;
  const writeOnce = (): OpenApiFiles => (files ??= write());
  app.decorate('writeOpenApi', writeOnce);

  const serve = (path: string, kind: keyof OpenApiFiles, document?: RouteDocument): void => {
    app.get(
      path,
      { config: { auth: 'public', ...(document !== undefined && { document }) } },
      (request, reply) => sendFile(request, reply, writeOnce()[kind]),
    );
  };
  serve('/openapi.json', 'json', DOCUMENT);
  serve('/openapi-multipart.json', 'multipart', MULTIPART_DOCUMENT);
  // Next to the reference page, which links to both.
  serve('/docs/openapi.json', 'json');
  serve('/docs/openapi.yaml', 'yaml');
}

type OpenApiFiles = Readonly<Record<'json' | 'multipart' | 'yaml', StaticFile>>;

/** The API reference is a page of the portal. A relative redirect, for proxies that serve the portal under a path. */
export function addReference(app: FastifyInstance): void {
  const config = { auth: 'public' } as const;
  app.get('/docs', { config }, (_request, reply) => reply.redirect('./#/reference', 302));
  app.get('/docs/', { config }, (_request, reply) => reply.redirect('../#/reference', 302));
}
