import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asUnavailable } from '../../db/database-outage.js';
import type { Owner } from '../../people/collection-limits.js';
import { abortable } from '../../work/deadline.js';
import { ServiceError, type ErrorCode } from '../../errors.js';
import { callerOf, ownerOf, type CollectionDeps } from '../../people/routes/collection-route.js';
import { success } from '../../http/envelope.js';
import { operationCall, rawQuery } from '../../faces/operation-call.js';
import { addMeteredRoute, withFetcher, type OperationDeps } from '../../faces/operation-route.js';
import type { Operation } from '../../faces/operation.js';
import { scopeOf } from '../../http/plugins/request-scope.js';

export const API = '/api/v1';

/** For URLs that Fastify rejects before it looks for a route. */
export const isOfCompreface = (url: string): boolean => url.startsWith(`${API}/`);

/** A request about subjects and examples that analyses nothing: it does not count against the quota. */
interface Managed {
  readonly owner: Owner;
  readonly params: Readonly<Record<string, string>>;
  readonly rawQuery: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A response that is no JSON value. */
export class RawResponse {
  constructor(
    readonly type: string,
    readonly content: Buffer | Readable,
  ) {}
}

interface ManagingRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly handle: (call: Managed) => Promise<unknown>;
}

const MESSAGE = 'Done.';

export function addManagingRoute(
  app: FastifyInstance,
  deps: CollectionDeps,
  { method, path, handle }: ManagingRoute,
): void {
  app.route({
    method,
    url: API + path,
    config: { auth: 'api-key', uncounted: true },
    handler: async (request, reply) => {
      const call = {
        owner: ownerOf(deps, callerOf(request)),
        params: request.params as Managed['params'],
        rawQuery: rawQuery(request),
        request,
        reply,
      };
      try {
        const result = await abortable(handle(call), scopeOf(request).signal);
        if (!(result instanceof RawResponse)) return success(MESSAGE, result);
        request.succeeded = true;
        return await reply.type(result.type).send(result.content);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  });
}

type ImageOperation<Field extends string, Query> = Pick<
  Operation<Field, Query, object>,
  'parseQuery' | 'prepare' | 'run'
> & { readonly path: `/${string}`; readonly fields: readonly Field[] };

/** A metered request with images. */
export function addImageOperation<Field extends string, Query>(
  app: FastifyInstance,
  deps: OperationDeps,
  { path, fields, ...operation }: ImageOperation<Field, Query>,
): void {
  const images = fields.map((field) => ({ field, boxes: 'bboxes' }));
  const route = { path: `${API}${path}`, message: MESSAGE } as const;
  const call = operationCall<Field, Query, object, Uint8Array>(withFetcher(deps), {
    ...operation,
    message: MESSAGE,
    images,
    sameWay: false,
  });
  addMeteredRoute(app, deps, route, call);
}

/** An account without the collection has no subjects. */
export async function ifCollection<T>(work: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown-collection') return otherwise();
    throw error;
  }
}

export const unknown = (code: ErrorCode) => (): never => {
  throw new ServiceError(code);
};
