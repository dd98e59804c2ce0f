import { fastify, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { MemoryBudget } from '../work/memory-budget.js';
import { Turns } from '../work/turns.js';
import { addAuthentication, type Authenticators } from './plugins/authenticate.js';
import { addHeaders, makeRequestId } from './plugins/headers.js';
import { addRequestScope } from './plugins/request-scope.js';
import { addNotFound } from './plugins/not-found.js';
import { renderError } from './render-error.js';

export interface BareAppOptions {
  readonly trustProxy?: boolean;
  readonly deadlineMs?: number;
  readonly authenticators?: Authenticators;
}

const reject = (): Promise<void> => Promise.reject(new Error('The test has no such callers.'));
const NOBODY: Authenticators = {
  'api-key': reject,
  'api-key or trial': reject,
  session: reject,
  admin: reject,
};

export interface BareApp {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
}

/** Real HTTP with what surrounds every route of the service, and only the routes that a test adds. */
export async function runBareApp(
  add: (app: FastifyInstance) => void,
  { trustProxy = false, deadlineMs = 20_000, authenticators = NOBODY }: BareAppOptions = {},
): Promise<BareApp> {
  const app = fastify({ genReqId: makeRequestId, trustProxy, http: { requireHostHeader: false } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  app.setErrorHandler(renderError);
  addRequestScope(app, {
    deadlineMs,
    budget: new MemoryBudget(1024 * 1024),
    turns: new Turns({ atOnce: 1 }),
    shutdown: new AbortController().signal,
  });
  addHeaders(app);
  addAuthentication(app, authenticators);
  addNotFound(app);
  add(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
