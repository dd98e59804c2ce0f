import cors, { type FastifyCorsOptions } from '@fastify/cors';
import '../http/fastify.types.js';
import { promisify } from 'node:util';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import {
  accountRoutes,
  type Accounts,
  addRelease,
  ApiKeyCalls,
  type ServiceFacts,
  sessionAuth,
  sweepRegularly,
  TrialCalls,
  type TrialOffer,
} from '../accounts/index.js';
import { AccountList, AdminChanges, adminRoutes, healthOf } from '../admin/index.js';
import {
  COMPREFACE,
  COMPREFACE_KEY_HEADER,
  comprefaceRoutes,
  DEEPSTACK,
  deepstackRoutes,
  isOfCompreface,
  isOfDeepstack,
  NEXTCLOUD,
  nextcloudRoutes,
  REKOGNITION,
  rekognitionRoute,
} from '../doors/index.js';
import {
  compareFaces,
  getFaceVec,
  getImageAttr,
  type Lane,
  matchFaces,
  MODEL_HEADER,
  redact,
  trialBodyLimits,
  trialLane,
  type TrialLimits,
} from '../faces/index.js';
import { addAuthentication, addSameOriginCheck } from '../http/plugins/authenticate.js';
import { rejectConnect, respondToClientError } from '../http/client-error.js';
import { CALLS_HEADER, LIMIT_HEADERS } from '../http/counted-call.js';
import type { BrowserFiles } from '../http/pages/browser-files.js';
import { browserRoutes, portalRoutes } from '../http/pages/page-routes.js';
import type { PortalPages } from '../http/pages/portal-pages.js';
import { samplePaths } from '../http/pages/samples.js';
import { addConnectionRules } from '../http/plugins/connections.js';
import { addHeaders, makeRequestId, SECURITY_HEADERS } from '../http/plugins/headers.js';
import { addNotFound } from '../http/plugins/not-found.js';
import { addObservability } from '../http/plugins/observability.js';
import { addRequestScope, LINGER_MS } from '../http/plugins/request-scope.js';
import { renderError } from '../http/render-error.js';
import { addRoutes, type Dialect } from '../http/route.js';
import { healthz, readyz } from '../http/service/health-routes.js';
import { metricsRoute } from '../http/service/metrics-route.js';
import { OpenApi, openApiRoutes } from '../http/service/openapi-routes.js';
import {
  createImageFetcher,
  type ImageFetcher,
  measuredFetcher,
  parseAllowList,
  queuedFetcher,
  showPicture,
} from '../images/index.js';
import { checkLiveness, LivenessSessions, openSession } from '../liveness/index.js';
import { ServiceMetrics } from '../observe/service-metrics.js';
import { addStateGauges, type StateReaders } from '../observe/state-gauges.js';
import type { Tracer } from '../observe/tracing/trace.js';
import { addCollectionsOff, allPeopleRoutes, type Collections } from '../people/index.js';
import { createAdmission } from '../work/admission.js';
import type { EngineSource } from '../work/engine-source.js';
import { MemoryBudget } from '../work/memory-budget.js';
import type { ReadinessCheck } from '../work/readiness.js';
import { SharedSlots } from '../work/shared-slots.js';
import type { Config } from './config/config.js';
import { documentParts } from './document-parts.js';
import { connectionsWithin } from './open-files.js';

/** Time limit for the start of all plugins. */
const START_DEADLINE_MS = 120_000;

export interface AppDeps {
  readonly config: Config;
  readonly accounts: Accounts;
  /** Closed by the caller. */
  readonly collections: Collections;
  readonly pages: PortalPages;
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

/** The app, and the document of its routes. */
export interface App {
  readonly app: FastifyInstance;
  readonly openApi: OpenApi;
}

/** Creates and connects all parts of the app; nothing else does. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { accounts, browserFiles, collections, config, engine, checks, concurrency, pages } = deps;
  const { logger, shutdown, stopping, tracer } = deps;
  const { plans } = accounts;
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
  accounts.meter.observer = (...measured) => {
    metrics.observeMeter(...measured);
  };
  const lane: Lane = {
    engine,
    admission,
    fetcherFor: queuedFetcher(measuredFetcher(fetcherOf(config), metrics), fetches),
    limits: { bodyBytes: config.FACET_MAX_BODY_BYTES, imageBytes: config.FACET_MAX_IMAGE_BYTES },
    metrics,
  };
  const trial = trialOf(config, metrics, concurrency, slots);
  const lanes = { account: lane, trial: trial && trialLane(lane, trial.limits) };

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
  const { turns } = collections.parts;
  turns.isBusy = () => admission.stats().running > 0;
  addRequestScope(app, { deadlineMs: config.FACET_DEADLINE_MS, budget, shutdown, turns });
  addHeaders(app);
  addNotFound(app);
  await addCors(app, config);
  if (!config.FACET_COLLECTIONS) addCollectionsOff(app);
  addSameOriginCheck(app, config.FACET_PUBLIC_URL);
  const apiKeyCalls = new ApiKeyCalls(accounts.meter, admission);
  const apiKey = apiKeyCalls.authenticate.bind(apiKeyCalls);
  const session = sessionAuth(accounts.users);
  addAuthentication(app, {
    'api-key': apiKey,
    'api-key or trial': trial === null ? apiKey : trial.calls.orElse(apiKey),
    session,
    admin: session,
  });
  addRelease(app);

  const livenessSessions = new LivenessSessions(accounts.database, accounts.keys);
  const stopSweeping = sweepRegularly([livenessSessions], (message, cause) => {
    logger.error({ err: cause }, message);
  });
  app.addHook('onClose', stopSweeping);

  const openApi = new OpenApi(app, documentParts);
  const peopleDeps = { collections, plans, lanes };
  addRoutes(app, [
    matchFaces(lanes),
    compareFaces(lanes),
    getImageAttr(lanes),
    getFaceVec(lanes),
    redact(lanes),
    openSession(livenessSessions),
    checkLiveness(lanes, livenessSessions),
    ...allPeopleRoutes(peopleDeps),
    ...accountRoutes({ ...accounts, service: serviceFacts(config, pages) }),
    ...adminRoutes({
      ...accounts,
      adminChanges: new AdminChanges({ db: accounts.database.db, plans }),
      accountList: new AccountList(accounts.database.db, plans),
      health: () => healthOf(state),
    }),
    ...portalRoutes(pages),
    ...browserRoutes(browserFiles),
    showPicture(lane.fetcherFor),
    healthz(),
    readyz(checks),
    metricsRoute(metrics),
    ...openApiRoutes(openApi),
  ]);
  if (config.FACET_COMPREFACE) addRoutes(app, comprefaceRoutes(peopleDeps), COMPREFACE);
  if (config.FACET_DEEPSTACK) {
    const keyless = {
      apiKey: config.FACET_DEEPSTACK_KEY,
      networks: parseAllowList(config.FACET_DEEPSTACK_NETWORKS),
    };
    addRoutes(app, deepstackRoutes({ ...peopleDeps, apiKeyCalls, keyless }), DEEPSTACK);
  }
  if (config.FACET_NEXTCLOUD) addRoutes(app, nextcloudRoutes(peopleDeps), NEXTCLOUD);
  if (config.FACET_REKOGNITION) {
    const { accessKeys } = accounts;
    addRoutes(app, [rekognitionRoute({ ...peopleDeps, accessKeys, apiKeyCalls })], REKOGNITION);
  }
  return { app, openApi };
}

/** The API of another service to which a URL belongs. */
function dialectOf(config: Config, url: string): Dialect | undefined {
  if (config.FACET_COMPREFACE && isOfCompreface(url)) return COMPREFACE;
  return config.FACET_DEEPSTACK && isOfDeepstack(url) ? DEEPSTACK : undefined;
}

const serviceFacts = (config: Config, pages: PortalPages): ServiceFacts => ({
  mode: config.FACET_MODE,
  publicUrl: config.FACET_PUBLIC_URL,
  maxImageBytes: config.FACET_MAX_IMAGE_BYTES,
  samples: () => samplePaths(pages),
  trial: trialOffer(config),
  collections: config.FACET_COLLECTIONS,
  rekognition: config.FACET_REKOGNITION,
});

/** Calls of visitors without an account, and what they may use; null if the operator has turned them off. */
function trialOf(
  config: Config,
  metrics: ServiceMetrics,
  concurrency: number,
  slots: SharedSlots,
): { readonly calls: TrialCalls; readonly limits: TrialLimits } | null {
  if (config.FACET_TRIAL === 'off') return null;
  const workers = (concurrency * config.FACET_TRIAL_WORKER_PERCENT) / 100;
  const admission = createAdmission({
    concurrency: Math.max(1, Math.floor(workers)),
    maxWaiting: config.FACET_TRIAL_OPEN,
    slots,
    isPreemptible: true,
    because: 'trial-busy',
  });
  const calls = new TrialCalls({
    registry: metrics.registry,
    running: () => admission.stats().running,
    publicUrl: config.FACET_PUBLIC_URL,
    deadlineMs: config.FACET_TRIAL_DEADLINE_MS,
    limits: {
      callsPerNetwork: config.FACET_TRIAL_CALLS_PER_NETWORK,
      callsInAll: config.FACET_TRIAL_CALLS,
      openPerNetwork: config.FACET_TRIAL_OPEN_PER_NETWORK,
      openInAll: config.FACET_TRIAL_OPEN,
      workers,
    },
  });
  return {
    calls,
    limits: {
      admission,
      maxPixels: config.FACET_TRIAL_MAX_PIXELS,
      bodyLimits: trialBodyLimits(config),
      observeQueue: (ms) => {
        calls.observeWait(ms);
      },
      countWork: (ms) => {
        calls.countWork(ms);
      },
    },
  };
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
        dialectOf(config, request.url)?.stateError,
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
      'authorization',
      COMPREFACE_KEY_HEADER,
      'x-request-id',
      MODEL_HEADER,
    ],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'deprecation',
      'link',
      MODEL_HEADER,
      ...LIMIT_HEADERS,
      CALLS_HEADER,
    ],
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
