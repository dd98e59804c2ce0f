import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../errors.js';
import { bodyType } from './body/body-stream.js';
import { readJson } from './body/read-fields.js';
import { sendContinue } from './plugins/headers.js';
import { scopeOf } from './plugins/request-scope.js';
import type { BodyKind } from './route.js';

/** More than any request without images needs. */
const MAX_BYTES = 8 * 1024;

/** A small JSON body. Errors name the field; those of the schema complete the sentence "The field … must be". */
export const jsonBody = <Body>(schema: z.ZodType<Body>): BodyKind<Body> => ({
  errors: ['malformed-body', 'too-many-bytes', 'content-type', 'bad-field'],
  read: (request, reply) => readInput(request, reply, schema),
  content: () => ({ 'application/json': { schema } }),
  exampleError: (code) => {
    const issue = schema.safeParse({}).error?.issues[0];
    return code === 'bad-field' && issue !== undefined ? wrongField(issue) : undefined;
  },
});

/** The same, but a request without a body sends `{}`. */
export const optionalJsonBody = <Body>(schema: z.ZodType<Body>): BodyKind<Body> => {
  const kind = jsonBody(schema);
  return {
    ...kind,
    read: async (request, reply) => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      return type === undefined || length === '0' ? schema.parse({}) : kind.read(request, reply);
    },
  };
};

async function readInput<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Body>,
): Promise<Body> {
  const { memory, signal } = scopeOf(request);
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers;
  const type = bodyType(contentType, encoding);
  // An HTML form on another site can send any type but this one.
  if (type.kind !== 'json')
    throw new ServiceError('content-type', 'The content type is not accepted; send application/json.');
  sendContinue(request, reply);
  const source = {
    request: request.raw,
    limits: { bodyBytes: MAX_BYTES, imageBytes: MAX_BYTES },
    memory,
    signal,
  };
  const parsed = schema.safeParse((await readJson(source, type.charset)).value);
  if (parsed.success) return parsed.data;
  throw wrongField(parsed.error.issues[0]);
}

/** The error for a body that does not match its schema. */
function wrongField(issue: z.core.$ZodIssue | undefined): ServiceError {
  const field = issue?.path[0];
  if (issue === undefined || field === undefined)
    return new ServiceError('malformed-body', 'The body must be a JSON object.');
  return badField(String(field), issue.message);
}

/** A field of a body that is there, but not as it must be: what it must be completes the sentence. */
export const badField = (field: string, mustBe: string): ServiceError =>
  new ServiceError('bad-field', `The field ${field} must be ${mustBe}.`, { field });
