import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asUnavailable } from '../../db/database-outage.js';
import type { Cookies } from '../users/cookies.js';
import type { Users } from '../users/users.js';
import { abortable } from '../../work/deadline.js';
import { ServiceError, type ErrorCode } from '../../errors.js';
import { success, successSchema } from '../../http/envelope.js';
import type { QueryParameter } from '../../http/openapi/route-document.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import type { AccountStore } from '../account-store.js';
import type { Plans } from '../plans/plans.js';
import type { Subscriptions } from '../plans/subscriptions.js';
import type { LoggedRequests } from '../usage/logged-requests.js';
import type { Usage } from '../usage/usage.js';
import type { AccessKeys } from '../api-keys/access-keys.js';
import type { ApiKeys } from '../api-keys/api-keys.js';
import { bodyType } from '../../http/body/body-stream.js';
import { readJson } from '../../http/body/read-fields.js';
import { sendContinue } from '../../http/plugins/headers.js';

/** One route of the account API, with its entry in the OpenAPI document. */
export interface AccountRoute<Body, Data> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly auth: 'public' | 'session' | 'admin';
  /** The group in the OpenAPI document. Default: Account. */
  readonly tag?: 'Account' | 'Admin';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: z.ZodType<Body>;
  /** The `message` of a successful response. */
  readonly message: string;
  readonly data: z.ZodType<Data>;
  /** In addition to those of every account route. */
  readonly errors?: readonly ErrorCode[];
  handle(call: AccountCall<Body>): Promise<Data>;
}

export interface AccountCall<Body> {
  readonly request: FastifyRequest;
  readonly body: Body;
  readonly setCookies: (cookies: Cookies) => void;
}

/** An empty body, for requests without parameters. */
export const Nothing = z.object({});

const BODY_ERRORS: readonly ErrorCode[] = [
  'malformed-body',
  'too-many-bytes',
  'content-type',
  'bad-field',
  'cross-site',
];

/** Serves one route of the account API: reads the body, does the work and responds, until the request ends. */
export function addAccountRoute<Body, Data>(app: FastifyInstance, route: AccountRoute<Body, Data>): void {
  const { method, path: url, auth, message, body: schema, data, query } = route;
  const errors: readonly ErrorCode[] = [
    ...(schema === undefined ? [] : BODY_ERRORS),
    ...(auth === 'public' ? [] : (['not-logged-in'] as const)),
    ...(auth === 'admin' ? (['not-an-admin', 'account-suspended'] as const) : []),
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
        return success(message, await abortable(work, scopeOf(request).signal));
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  });
}

const cookieSetter =
  (reply: FastifyReply) =>
  (cookies: Cookies): void => {
    if (cookies.length === 0) return;
    // In place of those of a renewed session, which may have ended by now.
    void reply.removeHeader('set-cookie').header('set-cookie', [...cookies]);
  };

/** What the account routes depend on: interfaces of the classes, so that tests can replace them. */
export interface AccountDeps {
  readonly users: Pick<Users, keyof Users>;
  readonly store: Pick<AccountStore, 'byId'>;
  readonly apiKeys: Pick<ApiKeys, 'show' | 'list' | 'add' | 'revoke' | 'replace'>;
  readonly accessKeys: Pick<AccessKeys, 'make'>;
  readonly plans: Plans;
  readonly subscriptions: Pick<Subscriptions, 'find' | 'subscribe' | 'cancel'>;
  readonly usage: Pick<Usage, keyof Usage>;
  readonly loggedRequests: Pick<LoggedRequests, keyof LoggedRequests>;
  readonly service: ServiceFacts;
}

export interface ServiceFacts {
  readonly mode: 'development' | 'production';
  /** The public address, if the operator has configured it. */
  readonly publicUrl: string | undefined;
  readonly maxImageBytes: number;
  /** Paths of the available sample photos. */
  readonly samples: () => readonly string[];
  /** Whether the operator has turned collections on. */
  readonly collections: boolean;
  /** Whether clients of Amazon Rekognition may call. */
  readonly rekognition: boolean;
  /** Limits of calls without an account; null if the operator has turned them off. */
  readonly trial: TrialOffer | null;
  readonly now?: () => number;
}

export interface TrialOffer {
  readonly maxImageBytes: number;
  readonly maxPixels: number;
}

/** More than any account request needs. */
const MAX_BYTES = 8 * 1024;

/** Reads and validates the JSON body of an account request. Errors name the field. */
export async function readInput<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: z.ZodType<Body>,
): Promise<Body> {
  const scope = scopeOf(request);
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers;
  const type = bodyType(contentType, encoding);
  // An HTML form on another site can send any type but this one.
  if (type.kind !== 'json')
    throw new ServiceError('content-type', 'The content type is not accepted; send application/json.');
  sendContinue(request, reply);
  const source = {
    request: request.raw,
    limits: { bodyBytes: MAX_BYTES, imageBytes: MAX_BYTES },
    memory: scope.memory,
    signal: scope.signal,
  };
  const parsed = schema.safeParse((await readJson(source, type.charset)).value);
  if (parsed.success) return parsed.data;
  throw wrongField(parsed.error.issues[0]);
}

/** The error for a body that does not match its schema. */
export function wrongField(issue: z.core.$ZodIssue | undefined): ServiceError {
  const field = issue?.path[0];
  if (issue === undefined || field === undefined)
    return new ServiceError('malformed-body', 'The body must be a JSON object.');
  return new ServiceError('bad-field', `The field ${String(field)} must be ${issue.message}.`, { field });
}

/** The error completes the sentence "The field … must be". */
const text = (error: string, longest: number): z.ZodString =>
  z.string({ error }).min(1, { error }).max(longest, { error });

export const resetToken = text('the token of the link', 200);

/** Tokens of earlier versions were longer; they get the error for an expired token. */
export const verificationToken = text('the token of the link', 2000);

export const planId = text('the id of a plan', 100);
