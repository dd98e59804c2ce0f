import { fastify, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { MemoryBudget } from '../work/memory-budget.js';
import { addHeaders, makeRequestId } from './plugins/headers.js';
import { addRequestScope } from './plugins/request-scope.js';
import { addNotFound } from './plugins/not-found.js';
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
  addRequestScope(app, {
    deadlineMs,
    budget: new MemoryBudget(1024 * 1024),
    shutdown: new AbortController().signal,
  });
  addHeaders(app);
  addNotFound(app);
  add(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
