import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { asUnavailable } from '../../db/database-outage.js';
import type { Plans } from '../../accounts/plans/plans.js';
import type { Owner } from '../collection-limits.js';
import type { Collections } from '../collections.js';
import { abortable } from '../../work/deadline.js';
import type { ErrorCode } from '../../errors.js';
import { readInput } from '../../accounts/routes/account-route.js';
import { success, successSchema } from '../../http/envelope.js';
import type { DocumentedResponse, QueryParameter, RouteDocument } from '../../http/openapi/route-document.js';
import { rawQuery } from '../../faces/operation-call.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import type { PathIds } from './collection-ids.js';

export interface CollectionDeps {
  readonly collections: Collections;
  readonly plans: Plans;
}

/** What can go wrong with every request that manages collections. */
const COLLECTION_ERRORS: readonly ErrorCode[] = [
  'bad-parameter',
  'no-api-key',
  'unknown-api-key',
  'no-subscription',
  'subscription-ended',
  'account-suspended',
  'collections-off',
  'rate-limit',
  'bug',
  'overloaded',
  'deadline',
];

const BODY_ERRORS: readonly ErrorCode[] = ['malformed-body', 'too-many-bytes', 'content-type', 'bad-field'];

export interface CollectionCall<Body> {
  readonly owner: Owner;
  readonly params: PathIds;
  readonly rawQuery: string;
  readonly body: Body;
}

/** A request about collections that analyses nothing: it does not count against the quota. */
export interface CollectionRoute<Body, Data> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly params?: Readonly<Record<string, QueryParameter>>;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: z.ZodType<Body>;
  readonly message: string;
  readonly data: z.ZodType<Data>;
  readonly errors?: readonly ErrorCode[];
  handle(deps: CollectionDeps, call: CollectionCall<Body>): Promise<Data>;
}

export const ownerOf = (
  { plans }: Pick<CollectionDeps, 'plans'>,
  { accountId, plan }: { readonly accountId: string; readonly plan: string },
): Owner => {
  const { collections = 0, people = 0, faces = 0 } = plans.get(plan) ?? {};
  return { accountId, limits: { collections, people, faces } };
};

export function callerOf({ account }: FastifyRequest): { accountId: string; plan: string } {
  if (account === null) throw new Error('The request was not authenticated.');
  return account;
}

type Documented = Pick<
  RouteDocument,
  'operationId' | 'summary' | 'description' | 'params' | 'query' | 'body' | 'bytes'
> & { readonly errors?: readonly ErrorCode[]; readonly response: DocumentedResponse };

export interface RawRoute {
  readonly method: CollectionRoute<unknown, unknown>['method'];
  readonly path: string;
  readonly document: Documented;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** A route of collections whose body or response is not an envelope of its own. */
export function addRawRoute(app: FastifyInstance, { method, path, document, handle }: RawRoute): void {
  const { response, errors = [], ...rest } = document;
  app.route({
    method,
    url: path,
    config: {
      auth: 'api-key',
      uncounted: true,
      document: {
        ...rest,
        tag: 'Collections',
        responses: { 200: response },
        errors: [...(rest.body === undefined ? [] : BODY_ERRORS), ...COLLECTION_ERRORS, ...errors],
      },
    },
    handler: async (request, reply) => {
      try {
        return await handle(request, reply);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  });
}

export function addCollectionRoute<Body, Data>(
  app: FastifyInstance,
  deps: CollectionDeps,
  route: CollectionRoute<Body, Data>,
): void {
  const { method, path, message, body: schema, data, params, query, errors = [] } = route;
  addRawRoute(app, {
    method,
    path,
    document: {
      operationId: route.operationId,
      summary: route.summary,
      description: route.description,
      ...(params !== undefined && { params }),
      ...(query !== undefined && { query }),
      ...(schema !== undefined && { body: schema }),
      response: { description: message, schema: successSchema(message, data) },
      errors,
    },
    handle: async (request, reply) => {
      const body = schema === undefined ? (undefined as Body) : await readInput(request, reply, schema);
      const work = route.handle(deps, {
        owner: ownerOf(deps, callerOf(request)),
        params: request.params as PathIds,
        rawQuery: rawQuery(request),
        body,
      });
      return success(message, await abortable(work, scopeOf(request).signal));
    },
  });
}
