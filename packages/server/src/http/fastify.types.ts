import type { Admitted, Reservation } from '../accounts/meter/meter.js';
import type { ServiceError } from '../errors.js';
import type { Trace } from '../tracing/trace.js';
import type { RouteDocument } from './openapi/route-document.js';
import type { RequestLife } from './plugins/request-life.js';
import type { DeclaredAuth, RouteAuth } from './route-auth.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: RouteAuth;
    /** What the OpenAPI document says about the route; a route without it is left out. */
    document?: RouteDocument;
    /** Sent with every answer of the route, also with errors. */
    headers?: Readonly<Record<string, string>>;
    /** Asked all the time by machines, and of no interest in a trace. */
    untraced?: true;
  }

  interface FastifyInstance {
    /** What every route says about who may call it. */
    declaredAuths(): readonly DeclaredAuth[];
  }

  interface FastifyRequest {
    /** Set once the request is authenticated by a user id. */
    account: Admitted['account'] | null;
    /** The account of the user id that came along, also if the call is refused; for the request log. */
    callerId: string | null;
    /** The call of the quota that the meter has reserved for this request. */
    reservation: Reservation | null;
    life: RequestLife | null;
    /** Of a request that is traced. */
    trace: Trace | null;
    /** Why the request was refused, for logs and metrics. */
    failure: ServiceError | null;
    /** The answer is a success in the envelope, for logs and metrics. */
    succeeded: boolean;
    /** The client waits for a word before it sends the body. */
    awaitsContinue: boolean;
  }
}
