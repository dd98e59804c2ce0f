import { fastify, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { BodyBudget } from './body/body-budget.js';
import { addExpectContinue } from './plugins/expect-continue.js';
import { addRequestId, makeRequestId } from './plugins/request-id.js';
import { addRequestScope } from './plugins/request-scope.js';
import { addRouteHeaders, addSecurityHeaders } from './plugins/response-headers.js';
import { addUnmatched } from './plugins/unmatched.js';
import { renderError } from './render-error.js';

export interface BareApp {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
}

/** Real HTTP with what surrounds every route of the service, and only the routes that a test adds. */
export async function runBareApp(
  add: (app: FastifyInstance) => void,
  { trustProxy = false, deadlineMs = 20_000 } = {},
): Promise<BareApp> {
  const app = fastify({ genReqId: makeRequestId, trustProxy, http: { requireHostHeader: false } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  app.setErrorHandler(renderError);
  app.decorateRequest('account', null);
  addRequestId(app);
  addRequestScope(app, {
    deadlineMs,
    budget: new BodyBudget(1024 * 1024),
    shutdown: new AbortController().signal,
  });
  addSecurityHeaders(app);
  addRouteHeaders(app);
  addExpectContinue(app);
  addUnmatched(app);
  add(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
