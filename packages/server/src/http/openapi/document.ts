import type { z } from 'zod';
import { ATTRIBUTE_COMPONENTS, ImageFacesByName } from '../../faces/results/attributes.schema.js';
import { SESSION_COOKIE } from '../../accounts/users/sessions.js';
import { VECTOR_NUMBERS } from '../../images/stored-vector.js';
import { VERSION } from '../../observe/version.js';
import { COLLECTION_COMPONENTS } from '../../people/routes/collections.schema.js';
import type { RouteAuth } from '../plugins/authenticate.js';
import { NDJSON } from '../envelope.js';
import { BROKEN_HTTP, BROKEN_HTTP_STATUSES, ErrorEnvelope, errorResponses } from './error-responses.js';
import { exampleOf } from './example-of.js';
import { schemaWriter, type JsonSchema, type SchemaWriter } from './json-schema.js';
import { FIRST_PHOTO, SECOND_PHOTO } from './recorded-responses.js';
import type { DocumentedResponse, Examples, RouteDocument } from './route-document.js';

export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  readonly auth: RouteAuth;
  readonly document: RouteDocument;
}

const COMPONENTS: Readonly<Record<string, z.ZodType>> = {
  ...ATTRIBUTE_COMPONENTS,
  ...COLLECTION_COMPONENTS,
  ErrorEnvelope,
};

const INFO = {
  title: 'Facet',
  version: VERSION,
  description: 'A self-hosted face-analysis service: photos in, numbers out. No photo is stored.',
  contact: { name: 'The operator of this service' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'user_id', description: 'An API key of the account.' },
  apiKeyAlias: {
    type: 'apiKey',
    in: 'header',
    name: 'x-user-id',
    description: 'The same, for proxies that drop header names with an underscore.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by sign-up and log-in. Over https its name begins with `__Host-`.',
  },
};

const SECURITY: Readonly<Record<RouteAuth, readonly JsonSchema[]>> = {
  public: [],
  'api-key': [{ apiKey: [] }, { apiKeyAlias: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
  trial: [],
  'access-key': [],
};

const REQUEST_ID_HEADER = {
  'X-Request-Id': { description: 'Names this request in the logs.', schema: { type: 'string' } },
};

const ABOUT_COLLECTIONS = `People that the service remembers, where its operator has turned collections on
(FACET_COLLECTIONS): vectors and what you say about a person, never a photo. Enrolment, search and verification count
as calls; the other requests do not, but the rate limit of the plan applies to them. A collection of another account
cannot be told from one that does not exist.`;

const ABOUT_ACCOUNTS = `What the portal uses: users, their plan, API keys and usage.

A request that changes something has a JSON body, \`{}\` if it has nothing to say. Sent by a browser, it must come
from a page of the service itself: its \`Origin\` (or \`Referer\`) must be the service's own, and \`Sec-Fetch-Site\`
must be \`same-origin\`. A request with none of these headers comes from no browser, and is let pass.`;

const ABOUT_ADMIN = `What the admin pages of the portal use. The session must belong to an admin
(\`facet-admin admins make\`) whose account is not suspended. Every change asks for the admin's password
and is recorded in the audit log. Requests of browsers are checked as for accounts.`;

/**
 * Which bodies of the operations on images the document names. Many generators make use of one body only for each
 * operation, and take JSON where there is a choice; what they make of the forms alone can upload files.
 */
export type ImageBodies = 'all' | 'forms';

/** The OpenAPI 3.1 document of the given routes. */
export function openApiDocument(routes: readonly DocumentedRoute[], bodies: ImageBodies = 'all'): JsonSchema {
  const writer = schemaWriter(COMPONENTS);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, writer, bodies);
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    tags: [
      { name: 'Faces', description: 'The operations on images.' },
      { name: 'Collections', description: ABOUT_COLLECTIONS },
      { name: 'Liveness', description: 'Whether a person is in front of the camera.' },
      { name: 'Account', description: ABOUT_ACCOUNTS },
      { name: 'Admin', description: ABOUT_ADMIN },
      { name: 'Service', description: 'Health, metrics and this document.' },
    ],
    paths,
    components: {
      schemas: {
        ...writer.components,
        ...(bodies === 'forms' && { ImageFaces: writer.write(ImageFacesByName) }),
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operation(
  { auth, document }: DocumentedRoute,
  writer: SchemaWriter,
  bodies: ImageBodies,
): JsonSchema {
  return {
    operationId: document.operationId,
    tags: [document.tag],
    summary: document.summary,
    description: document.description,
    ...(document.deprecated === true && { deprecated: true }),
    security: SECURITY[auth],
    ...((document.query ?? document.params ?? document.requestHeaders) !== undefined && {
      parameters: parameters(document, writer),
    }),
    ...(document.imageFields !== undefined && {
      requestBody: requestBody(document.imageFields, document, bodies),
    }),
    ...(document.body !== undefined && {
      requestBody: jsonBody(document.body, writer, document.form, bodies),
    }),
    ...(document.bytes !== undefined && { requestBody: bytesBody(document.bytes) }),
    responses: responses(document, writer, bodies),
  };
}

const parameters = (
  { params = {}, query = {}, requestHeaders = {} }: RouteDocument,
  writer: SchemaWriter,
): JsonSchema[] => [
  ...Object.entries(params).map(([name, { schema, description }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: writer.write(schema),
  })),
  ...Object.entries(query).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: writer.write(schema),
  })),
  ...Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })),
];

function requestBody(
  images: Readonly<Record<string, string>>,
  { vectorFields: vectors = {}, mostInList }: RouteDocument,
  bodies: ImageBodies,
): JsonSchema {
  type Field = (description: string) => JsonSchema;
  const described = (fields: Readonly<Record<string, string>>, field: Field): JsonSchema =>
    Object.fromEntries(Object.entries(fields).map(([name, description]) => [name, field(description)]));
  const schema = (image: Field, vector: Field): JsonSchema => ({
    type: 'object',
    // Which fields are needed depends on which of them are sent where a vector may take the place of an image.
    ...(Object.keys(vectors).length === 0 && { required: Object.keys(images) }),
    properties: { ...described(images, image), ...described(vectors, vector) },
  });
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: schema(
          (description) => ({
            type: 'string',
            format: 'binary',
            description: `${description} A file, or a text part with Base64 or an image URL.`,
          }),
          (description) => ({
            type: 'string',
            description: `${description} A JSON array of ${VECTOR_NUMBERS} numbers.`,
          }),
        ),
      },
      ...(bodies === 'all' && {
        'application/json': {
          schema: schema(
            (description) => ({
              ...imageOrList(mostInList),
              description: `${description} Base64, a data: URL, or an http(s) URL${mostInList === undefined ? '' : `; or a list of up to ${mostInList} of them, each of which is a call of its own`}.`,
            }),
            (description) => ({
              type: 'array',
              items: { type: 'number' },
              minItems: VECTOR_NUMBERS,
              maxItems: VECTOR_NUMBERS,
              description,
            }),
          ),
          examples: { urls: { summary: 'Image URLs', value: photosIn(Object.keys(images)) } },
        },
      }),
    },
  };
}

const imageOrList = (most: number | undefined): JsonSchema => {
  const image = { type: 'string', minLength: 1 };
  return most === undefined
    ? image
    : { anyOf: [image, { type: 'array', items: image, minItems: 1, maxItems: most }] };
};

const photosIn = (fields: readonly string[]): JsonSchema =>
  Object.fromEntries(fields.map((field, n) => [field, n === 0 ? FIRST_PHOTO : SECOND_PHOTO]));

const bytesBody = ({ type, description }: NonNullable<RouteDocument['bytes']>): JsonSchema => ({
  required: true,
  content: {
    [type]: {
      schema: { type: 'string', format: 'binary', description },
      examples: { file: { summary: 'The bytes of a file', value: 'FACETGAL…' } },
    },
  },
});

function jsonBody(
  body: z.ZodType,
  writer: SchemaWriter,
  form: z.ZodType | undefined,
  bodies: ImageBodies,
): JsonSchema {
  const schema = writer.writeInput(body);
  const value = exampleOf(schema, writer.components);
  const json = { schema, examples: { body: { summary: 'A request', value } } };
  return {
    required: true,
    content: {
      ...(form !== undefined && { 'multipart/form-data': { schema: writer.writeInput(form) } }),
      ...((form === undefined || bodies === 'all') && { 'application/json': json }),
    },
  };
}

function responses(document: RouteDocument, writer: SchemaWriter, bodies: ImageBodies): JsonSchema {
  const own = Object.entries(document.responses).map(
    ([status, described]) => [status, response(described, writer, bodies)] as const,
  );
  const errors = errorResponses(document).map(
    (described) => [String(described.status), response(described, writer)] as const,
  );
  // By number: some generators write code that does not compile for `4XX`.
  const broken = BROKEN_HTTP_STATUSES.map(
    (status) => [String(status), response(BROKEN_HTTP, writer)] as const,
  );
  return Object.fromEntries([...own, ...errors, ...broken]);
}

function response(
  described: DocumentedResponse,
  writer: SchemaWriter,
  bodies: ImageBodies = 'all',
): JsonSchema {
  const headers = Object.entries(described.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  );
  if (described.isBinary === true)
    return {
      description: described.description,
      headers: { ...REQUEST_ID_HEADER, ...Object.fromEntries(headers) },
      content: Object.fromEntries(
        ['image/jpeg', 'image/png'].map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    };
  // Lists of images are possible in JSON alone.
  const takesLists = bodies === 'all';
  const schema = writer.write(takesLists ? described.schema : (described.alone ?? described.schema));
  const examples: Examples = described.examples ?? {
    response: { summary: described.description, value: exampleOf(schema, writer.components) },
  };
  return {
    description: described.description,
    headers: { ...REQUEST_ID_HEADER, ...Object.fromEntries(headers) },
    content: {
      [described.contentType ?? 'application/json']: { schema, examples },
      // Each line is the response to one image, as the examples are.
      ...(takesLists &&
        described.lines !== undefined && { [NDJSON]: { schema: writer.write(described.lines), examples } }),
    },
  };
}
