import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { bodyType } from '../body/body-stream.js';
import { readJson } from '../body/read-fields.js';
import { letBodyCome } from '../plugins/expect-continue.js';
import { lifeOf } from '../plugins/request-life.js';
import { wrongField } from './wrong-field.js';

/** More than any account request has. */
const MOST_BYTES = 8 * 1024;

/** The JSON body of an account request, checked. What is wrong is told with the name of the field. */
export async function readInput<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Body>,
): Promise<Body> {
  const life = lifeOf(request);
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers;
  const type = bodyType(contentType, encoding);
  // A form of another web site can send every type but this one.
  if (type.kind !== 'json')
    throw new ServiceError('content-type', 'The content type is not accepted; send application/json.');
  letBodyCome(request, reply);
  const source = {
    request: request.raw,
    limits: { bodyBytes: MOST_BYTES, imageBytes: MOST_BYTES },
    allowance: life.allowance,
    signal: life.ends,
  };
  const parsed = schema.safeParse((await readJson(source, type.charset)).value);
  if (parsed.success) return parsed.data;
  throw wrongField(parsed.error.issues[0]);
}
