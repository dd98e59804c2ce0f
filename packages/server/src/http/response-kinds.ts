import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { success, successSchema } from './envelope.js';
import type { Examples, ResponseKind } from './route.js';

interface Described {
  /** What the document says about the response. Default: the message. */
  readonly description?: string;
  readonly examples?: Examples;
  /** Headers of the response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response in the envelope of the service. */
export const envelope = <Data>(
  message: string,
  data: z.ZodType<Data>,
  { description = message, examples, headers }: Described = {},
): ResponseKind<Data> => ({
  description,
  ...(headers !== undefined && { headers }),
  content: () => ({
    'application/json': { schema: successSchema(message, data), ...(examples !== undefined && { examples }) },
  }),
  send: (result) => success(message, result),
});

/** A JSON value without an envelope, for clients of other services. */
export const plainJson = (status = 200): ResponseKind<unknown> => ({
  description: 'The result.',
  content: () => ({ 'application/json': { schema: z.unknown() } }),
  send: (result, reply) => reply.code(status).send(result),
});

/** The handler has sent the response itself: a file, or a stream. */
export const sentByHandler = (
  description: string,
  content: Readonly<Record<string, { readonly schema: z.ZodType; readonly examples?: Examples }>> = {},
  headers?: Readonly<Record<string, string>>,
): ResponseKind<FastifyReply> => ({
  description,
  ...(headers !== undefined && { headers }),
  content: () => content,
  send: (reply) => reply,
});
