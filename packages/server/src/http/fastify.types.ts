import type { ServiceError } from '../errors.js';
import type { Trace } from '../observe/tracing/trace.js';
import type { CountedCall } from './counted-call.js';
import type { RequestScope } from './plugins/request-scope.js';
import type { ServedRoute } from './route.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: ServedRoute;
  }

  interface FastifyInstance {
    /** All routes of the app. */
    routes(): readonly ServedRoute[];
  }

  interface FastifyRequest {
    /** Set once the request is authenticated by an API key. */
    account: { readonly accountId: string; readonly plan: string } | null;
    /** The account of the API key, even if the call is rejected; for the request log. */
    callerId: string | null;
    /** The hashes under which the API key may be stored; for the request log. */
    keyHashes: readonly string[] | null;
    /** The call of a plan that this request is, if it counts as one. */
    counted: CountedCall | null;
    /** The operation, where one route has several; one of a few fixed names. */
    operation: string | null;
    /** Whose memory limit applies while no API key or signature has shown the account. */
    memoryOwner: string | null;
    scope: RequestScope | null;
    /** Null if the request is not traced. */
    trace: Trace | null;
    /** Why the request was rejected, for logs and metrics. */
    failure: ServiceError | null;
    /** Whether the response is a result, for logs and metrics. */
    succeeded: boolean;
    /** Whether the client waits for `100 Continue` before it sends the body. */
    awaitsContinue: boolean;
  }
}
