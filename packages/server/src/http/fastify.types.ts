import type { AdmittedCall, Reservation } from '../accounts/meter/meter.js';
import type { ServiceError } from '../errors.js';
import type { Trace } from '../observe/tracing/trace.js';
import type { RouteDocument } from './openapi/route-document.js';
import type { RequestScope } from './plugins/request-scope.js';
import type { DeclaredAuth, RouteAuth } from './plugins/authenticate.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: RouteAuth;
    /** What the OpenAPI document says about the route; a route without it is left out. */
    document?: RouteDocument;
    /** Sent with every response of the route, including errors. */
    headers?: Readonly<Record<string, string>>;
    /** The headers in which an API key may be, in place of the usual ones. */
    apiKeyHeaders?: readonly string[];
    /** Calls with an API key that do not count against the quota. */
    uncounted?: true;
    /** Polled by machines, and not worth a trace. */
    untraced?: true;
  }

  interface FastifyInstance {
    /** The authentication that each route declares. */
    declaredAuths(): readonly DeclaredAuth[];
  }

  interface FastifyRequest {
    /** Set once the request is authenticated by an API key. */
    account: AdmittedCall['account'] | null;
    /** The account of the API key, even if the call is rejected; for the request log. */
    callerId: string | null;
    /** The hashes under which the API key may be stored; for the request log. */
    keyHashes: readonly string[] | null;
    /** The reservation of the meter for this request. */
    reservation: Reservation | null;
    /** The operation, where one route has several; one of a few fixed names. */
    operation: string | null;
    /** The account that the request claims to be of, while its signature is not verified; for the memory budget. */
    claimedAccount: string | null;
    scope: RequestScope | null;
    /** Null if the request is not traced. */
    trace: Trace | null;
    /** Why the request was rejected, for logs and metrics. */
    failure: ServiceError | null;
    /** Whether the response is a success envelope, for logs and metrics. */
    succeeded: boolean;
    /** Whether the client waits for `100 Continue` before it sends the body. */
    awaitsContinue: boolean;
  }
}
