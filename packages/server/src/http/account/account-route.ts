import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { outageAsOverload } from '../../accounts/database-outage.js';
import type { Cookies } from '../../accounts/people/people.js';
import { abortable } from '../../deadline.js';
import type { ErrorCode } from '../../errors.js';
import { success, successSchema } from '../envelope.js';
import type { QueryParameter } from '../openapi/route-document.js';
import { lifeOf } from '../plugins/request-life.js';
import { readInput } from './json-input.js';

/** What a route does with a request, and what the OpenAPI document says about it. */
export interface AccountRoute<Body, Data> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly auth: 'public' | 'session' | 'administrator';
  /** The group in the OpenAPI document. Default: Account. */
  readonly tag?: 'Account' | 'Operators';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: z.ZodType<Body>;
  /** The sentence of the success. */
  readonly message: string;
  readonly data: z.ZodType<Data>;
  /** Beside those that every account route has. */
  readonly errors?: readonly ErrorCode[];
  handle(call: AccountCall<Body>): Promise<Data>;
}

export interface AccountCall<Body> {
  readonly request: FastifyRequest;
  readonly body: Body;
  readonly setCookies: (cookies: Cookies) => void;
}

/** The body of requests that say everything with their path. */
export const Nothing = z.object({});

const BODY_ERRORS: readonly ErrorCode[] = [
  'malformed-body',
  'too-many-bytes',
  'content-type',
  'bad-field',
  'cross-site',
];

/** Serves one route of the account API: body, work, answer, each within the life of the request. */
export function addAccountRoute<Body, Data>(app: FastifyInstance, route: AccountRoute<Body, Data>): void {
  const { method, path: url, auth, message, body: schema, data, query } = route;
  const errors: readonly ErrorCode[] = [
    ...(schema === undefined ? [] : BODY_ERRORS),
    ...(auth === 'public' ? [] : (['not-logged-in'] as const)),
    ...(auth === 'administrator' ? (['not-an-administrator', 'account-suspended'] as const) : []),
    ...(route.errors ?? []),
    'bug',
    'overloaded',
    'deadline',
  ];
  const document = {
    operationId: route.operationId,
    tag: route.tag ?? 'Account',
    summary: route.summary,
    description: route.description,
    ...(query !== undefined && { query }),
    ...(schema !== undefined && { body: schema }),
    responses: { 200: { description: message, schema: successSchema(message, data) } },
    errors,
  };
  app.route({
    method,
    url,
    config: { auth, document },
    handler: async (request, reply) => {
      const body = schema === undefined ? (undefined as Body) : await readInput(request, reply, schema);
      const work = route.handle({ request, body, setCookies: cookieSetter(reply) });
      try {
        return success(message, await abortable(work, lifeOf(request).ends));
      } catch (error) {
        throw outageAsOverload(error);
      }
    },
  });
}

const cookieSetter =
  (reply: FastifyReply) =>
  (cookies: Cookies): void => {
    if (cookies.length > 0) void reply.header('set-cookie', [...cookies]);
  };
