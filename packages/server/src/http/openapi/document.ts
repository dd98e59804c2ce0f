import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { VERSION } from '../../observe/version.js';
import { callerFacts } from '../callers.js';
import type { Content, ImageBodies, JsonSchema, RouteFacts, RouteText, Tag } from '../route.js';
import { BROKEN_HTTP, errorResponses } from './error-responses.js';
import { withExamples } from './example-of.js';
import { plainer } from './plainer-schema.js';

const INFO = {
  title: 'Facet',
  version: VERSION,
  description: 'A self-hosted face-analysis service: photos in, numbers out. No photo is stored.',
  contact: { name: 'The operator of this service' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** What the features of the service add to the document beside their routes. */
export interface DocumentParts {
  readonly tags: readonly { readonly name: Tag; readonly description: string }[];
  readonly sessionCookie: string;
  /** Changes of components for generators that stumble over families of names. */
  readonly formComponents: Readonly<Record<string, (schema: JsonSchema) => JsonSchema>>;
}

const securitySchemes = (sessionCookie: string) =>
  ({
    apiKey: { type: 'apiKey', in: 'header', name: 'user_id', description: 'An API key of the account.' },
    apiKeyAlias: {
      type: 'apiKey',
      in: 'header',
      name: 'x-user-id',
      description: 'The same, for proxies that drop header names with an underscore.',
    },
    bearer: { type: 'http', scheme: 'bearer', description: 'The same, as `Authorization: Bearer`.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description: 'Set by sign-up and log-in. Over https its name begins with `__Host-`.',
    },
  }) as const;

const textHeader = (description: string): object => ({ description, schema: { type: 'string' } });

const REQUEST_ID_HEADER = { 'X-Request-Id': textHeader('Names this request in the logs.') };

/** Statuses that say: not now. */
const RETRIED = [429, 503];

/** The OpenAPI 3.1 document of all routes that have one. */
export function openApiDocument(
  routes: readonly RouteFacts[],
  { tags, sessionCookie, formComponents }: DocumentParts,
  bodies: ImageBodies = 'all',
): JsonSchema {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    if (route.document === undefined) continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, route.document, bodies);
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: '/' }],
      tags: [...tags],
      paths,
      components: { securitySchemes: securitySchemes(sessionCookie) },
    },
    { allowEmptySchema: { unknown: true } },
  ) as unknown as JsonSchema;
  if (bodies === 'forms') replaceComponents(document, formComponents);
  return withExamples(plainer(document));
}

function replaceComponents(document: JsonSchema, changes: DocumentParts['formComponents']): void {
  const { schemas } = document['components'] as { readonly schemas: Record<string, JsonSchema> };
  for (const [name, change] of Object.entries(changes)) schemas[name] = change(schemas[name] ?? {});
}

function operation(route: RouteFacts, text: RouteText, bodies: ImageBodies): ZodOpenApiOperationObject {
  const { operationId, tag, summary, description, deprecated, requestHeaders } = text;
  const { params, query, response, body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(deprecated === true && { deprecated }),
    security: [...callerFacts(route.caller).security],
    ...((params ?? query ?? requestHeaders) !== undefined && {
      requestParams: {
        ...(params !== undefined && { path: z.object(params) }),
        ...(query !== undefined && { query: z.object(query) }),
        ...(requestHeaders !== undefined && { header: headerParameters(requestHeaders) }),
      },
    }),
    ...(body !== undefined && { requestBody: { required: true, content: { ...body.content(bodies) } } }),
    responses: {
      '200': {
        description: response.description,
        headers: { ...REQUEST_ID_HEADER, ...headersOf(response.headers ?? {}) },
        content: { ...response.content(bodies) },
      },
      ...Object.fromEntries(
        [...errorResponses(route), ...BROKEN_HTTP].map(({ status, description: said, schema, examples }) => [
          status,
          {
            description: said,
            headers: {
              ...REQUEST_ID_HEADER,
              ...(RETRIED.includes(status) && {
                'Retry-After': textHeader('Seconds to wait before the next call.'),
              }),
            },
            content: { 'application/json': { schema, examples } satisfies Content },
          },
        ]),
      ),
    },
  } as object as ZodOpenApiOperationObject;
}

const headersOf = (headers: Readonly<Record<string, string>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, textHeader(description)]));

const headerParameters = (headers: Readonly<Record<string, string>>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        z.string().optional().meta({ description }),
      ]),
    ),
  );
