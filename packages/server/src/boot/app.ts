import { promisify } from 'node:util';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { Accounts } from '../accounts/open-accounts.js';
import { createAdmission } from '../work/admission.js';
import { SharedSlots } from '../work/shared-slots.js';
import type { Collections } from '../people/collections.js';
import type { Config } from './config/config.js';
import type { EngineSource } from '../work/engine-source.js';
import { addAuthentication, LIMIT_HEADERS } from '../http/plugins/authenticate.js';
import { MODEL_HEADER } from '../faces/model-header.js';
import { MemoryBudget } from '../work/memory-budget.js';
import { rejectConnect, respondToClientError } from '../http/client-error.js';
import type { TrialOffer } from '../accounts/routes/account-route.js';
import { addAccountRoutes } from '../accounts/routes/add-account-routes.js';
import '../http/fastify.types.js';
import { compareFaces } from '../faces/compare-faces.js';
import { getFaceVec } from '../faces/get-face-vec.js';
import { getImageAttr } from '../faces/get-image-attr.js';
import { matchFaces } from '../faces/match-faces.js';
import { addCheckLiveness } from '../liveness/check-liveness.js';
import { addLivenessSession } from '../liveness/liveness-session.js';
import { redact } from '../faces/redact.js';
import { addOperation } from '../faces/operation-route.js';
import { addAdminRoutes } from '../admin/routes/add-admin-routes.js';
import { healthOf } from '../admin/routes/health.js';
import { addCollectionRoutes, addCollectionsOff } from '../people/routes/add-collection-routes.js';
import { addComprefaceRoutes, COMPREFACE_KEY_HEADER } from '../doors/compreface/add-compreface-routes.js';
import { isOfCompreface } from '../doors/compreface/compreface-route.js';
import { comprefaceError } from '../doors/compreface/stated-error.js';
import { addRekognition } from '../doors/rekognition/add-rekognition.js';
import { addConnectionRules } from '../http/plugins/connections.js';
import { addHeaders, makeRequestId, SECURITY_HEADERS } from '../http/plugins/headers.js';
import { addObservability } from '../http/plugins/observability.js';
import { addRequestScope, LINGER_MS } from '../http/plugins/request-scope.js';
import { addNotFound } from '../http/plugins/not-found.js';
import { addBrowserFiles } from '../http/pages/add-browser-files.js';
import type { BrowserFiles } from '../http/pages/browser-files.js';
import { addPortal, type PortalDeps } from '../http/pages/add-portal.js';
import { samplePaths } from '../http/pages/samples.js';
import { addShowPicture } from '../images/show-picture.js';
import { renderError } from '../http/render-error.js';
import { addHealthz, addReadyz } from '../http/service/health-routes.js';
import { addMetricsRoute } from '../http/service/metrics-route.js';
import { addOpenApi, addReference } from '../http/service/openapi-route.js';
import { addTrialRoutes, trialBodyLimits } from '../faces/trial/add-trial-routes.js';
import { createImageFetcher } from '../images/fetch-image.js';
import type { ImageFetcher } from '../images/read-images.js';
import { measuredFetcher, ServiceMetrics } from '../observe/service-metrics.js';
import { addStateGauges, type StateReaders } from '../observe/state-gauges.js';
import { connectionsWithin } from './open-files.js';
import type { ReadinessCheck } from '../work/readiness.js';
import type { Tracer } from '../observe/tracing/trace.js';

/** Time limit for the start of all plugins. */
const START_DEADLINE_MS = 120_000;

export interface AppDeps {
  readonly config: Config;
  readonly accounts: Accounts;
  /** Closed by the caller. */
  readonly collections: Collections;
  readonly portal: PortalDeps;
  readonly browserFiles: BrowserFiles;
  readonly engine: EngineSource;
  /** Calls that the engine runs at the same time. */
  readonly concurrency: number;
  readonly checks: readonly ReadinessCheck[];
  readonly logger: FastifyBaseLogger;
  /** Undefined if tracing is off. */
  readonly tracer?: Tracer | undefined;
  /** Fires when the service begins to shut down. */
  readonly stopping: AbortSignal;
  /** Fires when the service stops waiting for open requests. */
  readonly shutdown: AbortSignal;
}

/** Creates and connects all parts of the app; nothing else does. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const {
    accounts,
    browserFiles,
    collections,
    config,
    engine,
    checks,
    concurrency,
    logger,
    portal,
    shutdown,
    stopping,
    tracer,
  } = deps;
  const budget = new MemoryBudget(config.FACET_MAX_BUFFERED_BYTES);
  // Trial calls join these slots later, and so only get slots that no caller with an API key needs.
  const slots = new SharedSlots(concurrency);
  const admission = createAdmission({
    slots,
    concurrency,
    maxWaiting: config.FACET_MAX_WAITING,
    cutPersistentQueue: true,
  });
  const fetches = createAdmission({
    concurrency: config.FACET_MAX_FETCHES,
    because: 'fetches-full',
    concurrencyPerCaller: Math.ceil(config.FACET_MAX_FETCHES / 2),
    maxWaiting: config.FACET_MAX_WAITING,
  });
  const metrics = new ServiceMetrics();
  const { meter } = accounts;
  meter.observer = (...measured) => {
    metrics.observeMeter(...measured);
  };
  const fetcher = measuredFetcher(fetcherOf(config), metrics);
  const limits = { bodyBytes: config.FACET_MAX_BODY_BYTES, imageBytes: config.FACET_MAX_IMAGE_BYTES };

  const app = bareApp(config, logger);
  const state: StateReaders = {
    queue: admission,
    queueLimits: { waiting: config.FACET_MAX_WAITING, running: concurrency },
    fetches,
    fetchLimits: { waiting: config.FACET_MAX_WAITING, running: config.FACET_MAX_FETCHES },
    bodyBytes: () => budget.heldBytes,
    bodyBytesLimit: config.FACET_MAX_BUFFERED_BYTES,
    connections: () => openConnections(app),
    connectionsLimit: app.server.maxConnections,
    workers: () => engine.liveWorkers(),
    workersExpected: concurrency,
    checks,
  };
  addStateGauges(metrics.registry, state);
  addConnectionRules(app, stopping);
  addObservability(app, { metrics, requestLog: accounts.requestLog, tracer });
  addRequestScope(app, { deadlineMs: config.FACET_DEADLINE_MS, budget, shutdown });
  addHeaders(app);
  addNotFound(app);
  await addCors(app, config);
  if (!config.FACET_COLLECTIONS) addCollectionsOff(app);
  addAuthentication(app, meter, admission);
  addOpenApi(app);
  const operationDeps = { engine, meter, admission, fetcher, fetches, limits, metrics };
  addOperation(app, operationDeps, matchFaces);
  addOperation(app, operationDeps, compareFaces);
  addOperation(app, operationDeps, getImageAttr);
  addOperation(app, operationDeps, getFaceVec);
  addOperation(app, operationDeps, redact);
  addLivenessSession(app, operationDeps, accounts.livenessSessions);
  addCheckLiveness(app, operationDeps, accounts.livenessSessions);
  addCollectionRoutes(app, { collections, plans: accounts.plans }, operationDeps);
  if (config.FACET_COMPREFACE)
    await addComprefaceRoutes(app, { collections, plans: accounts.plans }, operationDeps);
  if (config.FACET_REKOGNITION)
    addRekognition(app, {
      collections,
      plans: accounts.plans,
      accessKeys: accounts.accessKeys,
      calls: operationDeps,
    });
  addAccountRoutes(app, {
    ...accounts,
    service: {
      mode: config.FACET_MODE,
      publicUrl: config.FACET_PUBLIC_URL,
      maxImageBytes: config.FACET_MAX_IMAGE_BYTES,
      samples: () => samplePaths(portal.pages),
      trial: trialOffer(config),
      collections: config.FACET_COLLECTIONS,
      rekognition: config.FACET_REKOGNITION,
    },
  });
  addAdminRoutes(app, { ...accounts, health: () => healthOf(state) });
  addTrialRoutes(app, { config, engine, metrics, concurrency, slots });
  addPortal(app, portal);
  addBrowserFiles(app, browserFiles);
  addShowPicture(app, { config, accounts, fetcher });
  addHealthz(app);
  addReadyz(app, checks);
  addMetricsRoute(app, metrics);
  addReference(app);
  return app;
}

const fetcherOf = (config: Config): ImageFetcher =>
  createImageFetcher({
    maxBytes: config.FACET_MAX_IMAGE_BYTES,
    deadlineMs: config.FACET_URL_DEADLINE_MS,
    allow: config.FACET_URL_ALLOW,
    ports: config.FACET_URL_PORTS,
  });

const trialOffer = (config: Config): TrialOffer | null =>
  config.FACET_TRIAL === 'off'
    ? null
    : {
        maxImageBytes: trialBodyLimits(config).imageBytes,
        maxPixels: Math.min(config.FACET_TRIAL_MAX_PIXELS, config.FACET_MAX_PIXELS),
      };

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  promisify(server.getConnections.bind(server))();

/** Fastify without its own body parsing, request logging and error responses. */
function bareApp(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestId,
    // Only the entry added by the one proxy in front is trusted, not what a client sent in the header.
    trustProxy: config.FACET_TRUST_PROXY && ((_address, hop) => hop === 0),
    return503OnClosing: false,
    // Fastify's default of ten seconds is too short on a very busy machine.
    pluginTimeout: START_DEADLINE_MS,
    // Slow requests are cut off shortly after their timeout response.
    requestTimeout: config.FACET_DEADLINE_MS + LINGER_MS,
    // No traffic for longer than any request lasts: the client does not read its response. The second LINGER_MS lets slow
    // requests be rejected first.
    connectionTimeout: config.FACET_DEADLINE_MS + 2 * LINGER_MS,
    keepAliveTimeout: config.FACET_KEEP_ALIVE_MS,
    // A hook rejects such requests, in the envelope.
    http: { requireHostHeader: false, ...headerTimeouts(config) },
    clientErrorHandler: respondToClientError,
    // Fastify rejects malformed URLs before any hook runs.
    frameworkErrors: (error, request, reply) =>
      void renderError(
        error,
        request,
        reply.headers(SECURITY_HEADERS),
        config.FACET_COMPREFACE && isOfCompreface(request.url) ? comprefaceError : undefined,
      ),
  });
  app.server.maxConnections = connectionsWithin(config.FACET_MAX_CONNECTIONS);
  // Missing in Node's types: a client that has half-closed its connection still gets its response.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on('connect', rejectConnect);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  app.setErrorHandler((error, request, reply) => renderError(error, request, reply));
  return app;
}

/** Timeout for request headers, and how often Node checks it. */
function headerTimeouts({ FACET_HEADER_DEADLINE_MS: headerDeadline, FACET_DEADLINE_MS: deadline }: Config): {
  headersTimeout: number;
  connectionsCheckingInterval: number;
} {
  // Node requires the request timeout to be at least the header timeout.
  const headersTimeout = Math.min(headerDeadline, deadline + LINGER_MS);
  return { headersTimeout, connectionsCheckingInterval: Math.min(5000, Math.ceil(headersTimeout / 4)) };
}

async function addCors(app: FastifyInstance, config: Config): Promise<void> {
  const origins = config.FACET_CORS_ORIGINS;
  if (origins.length === 0) return;
  const options: FastifyCorsOptions = {
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'content-type',
      'user_id',
      'x-user-id',
      COMPREFACE_KEY_HEADER,
      'x-request-id',
      MODEL_HEADER,
    ],
    exposedHeaders: ['x-request-id', 'retry-after', 'deprecation', 'link', MODEL_HEADER, ...LIMIT_HEADERS],
    maxAge: 600,
  };
  // An OPTIONS request that is no preflight is rejected in the envelope, like other unknown methods.
  await app.register(
    cors,
    () => (request: FastifyRequest, use: (error: null, options: FastifyCorsOptions) => void) => {
      use(null, { ...options, preflight: isPreflight(request) });
    },
  );
}

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
