import type { Account } from '../accounts/user-directory.js';
import type { ErrorCode } from '../errors.js';
import type { RouteDocument } from './openapi/route-document.js';
import type { DeclaredAuth } from './plugins/authenticate.js';
import type { RequestLife } from './plugins/request-life.js';

/** Who may call a route: anyone, or only who sends a valid user id. */
export type RouteAuth = 'public' | 'user-id';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: RouteAuth;
    /** What the OpenAPI document says about the route; a route without it is left out. */
    document?: RouteDocument;
  }

  interface FastifyInstance {
    /** What every route says about who may call it. */
    declaredAuths(): readonly DeclaredAuth[];
  }

  interface FastifyRequest {
    /** Set once the request is authenticated. */
    account: Account | null;
    life: RequestLife | null;
    /** Why the request was refused, for logs and metrics. */
    failedWith: ErrorCode | null;
    /** The client waits for a word before it sends the body. */
    awaitsContinue: boolean;
  }
}
