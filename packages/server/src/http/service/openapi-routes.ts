import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import { z } from 'zod';
import { sentByHandler } from '../response-kinds.js';
import { openApiDocument, type DocumentParts } from '../openapi/document.js';
import { route, type JsonSchema, type Route, type RouteText } from '../route.js';
import { REVALIDATE, sendFile, staticFile, type StaticFile } from '../static-file.js';

const AnyDocument = z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: '3.1.0', paths: {} }] });

const DOCUMENT: RouteText = {
  operationId: 'openapi',
  tag: 'Service',
  summary: 'OpenAPI document',
  description: 'This document.',
};

const MULTIPART_DOCUMENT: RouteText = {
  ...DOCUMENT,
  operationId: 'openapiMultipart',
  summary: 'OpenAPI document for generated clients',
  description:
    'The same, but with the operations on images as uploads alone, and with a property for each face, `face_id_0` and so on. Give it to a generator that knows one body only for each operation (hey-api, orval).',
};

type Files = Readonly<Record<'json' | 'multipart' | 'yaml', StaticFile>>;

/**
 * The document of all routes of the app. It is generated once: the YAML alone blocks the main thread for a tenth of a
 * second, so the service does it before it listens.
 */
export class OpenApi {
  readonly #app: FastifyInstance;
  readonly #parts: DocumentParts;
  #files: Files | undefined;

  constructor(app: FastifyInstance, parts: DocumentParts) {
    this.#app = app;
    this.#parts = parts;
  }

  document(): JsonSchema {
    return openApiDocument(this.#app.routes(), this.#parts);
  }

  write(): Files {
    return (this.#files ??= this.#written());
  }

  #written(): Files {
    const document = this.document();
    const json = (value: JsonSchema): StaticFile =>
      staticFile('openapi.json', Buffer.from(JSON.stringify(value)), REVALIDATE);
    const yaml = Buffer.from(stringify(document, { aliasDuplicateObjects: false }));
    return {
      json: json(document),
      multipart: json(openApiDocument(this.#app.routes(), this.#parts, 'forms')),
      yaml: staticFile('openapi.yaml', yaml, REVALIDATE),
    };
  }
}

/** The document, and redirects to the API reference, which is a page of the portal. */
export function openApiRoutes(openApi: OpenApi): Route[] {
  const serve = (path: `/${string}`, kind: keyof Files, document?: RouteText): Route =>
    route({
      method: 'GET',
      path,
      caller: 'anyone',
      cost: 'static',
      ...(document !== undefined && { document }),
      response: sentByHandler('OpenAPI 3.1.', { 'application/json': { schema: AnyDocument } }),
      handle: ({ request, reply }) => sendFile(request, reply, openApi.write()[kind]),
    });
  // Relative, for proxies that serve the portal under a path.
  const redirect = (path: `/${string}`, to: string): Route =>
    route({
      method: 'GET',
      path,
      caller: 'anyone',
      cost: 'static',
      response: sentByHandler('The API reference.'),
      handle: ({ reply }) => reply.redirect(to, 302),
    });
  return [
    serve('/openapi.json', 'json', DOCUMENT),
    serve('/openapi-multipart.json', 'multipart', MULTIPART_DOCUMENT),
    // Next to the reference page, which links to both.
    serve('/docs/openapi.json', 'json'),
    serve('/docs/openapi.yaml', 'yaml'),
    redirect('/docs', './#/reference'),
    redirect('/docs/', '../#/reference'),
  ];
}
