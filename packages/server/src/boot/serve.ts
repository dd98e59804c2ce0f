import { defaultWorkers, ensureWebModels, openEngine } from '@facet/engine';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import {
  type AccessKeyPair,
  type Accounts,
  type DemoAccount,
  ensureDemoAccount,
  NO_MAIL_WARNING,
} from '../accounts/index.js';
import { buildApp } from './app.js';
import { ConfigError, type Config } from './config/config.js';
import { nearestSetting } from './config/nearest-setting.js';
import { accountsOf, collectionsOf, lockOf } from './open-configured.js';
import { newerSteps } from '../db/migrate.js';
import { EngineHolder } from '../work/engine-source.js';
import { BrowserFiles, browserFolder } from '../http/pages/browser-files.js';
import { portalFolder, readPortal, type PortalPages } from '../http/pages/portal-pages.js';
import { samplePhoto, withOwnSamples } from '../http/pages/samples.js';
import { cachedBriefly } from '../work/readiness.js';
import { onStopSignals, stop } from './shutdown.js';
import { createLogger, readableLog } from '../observe/logger.js';
import { connectionsWithin } from './open-files.js';
import { startProgress, welcome } from './start-output.js';
import { openTracer } from '../observe/tracing/open-tracer.js';

/** The log goes to standard error; standard output is for people. */
const LOG_FD = 2;

/** Starts the service and runs it until a signal stops it. */
export async function serve(config: Config): Promise<void> {
  const log = pino.destination({ fd: LOG_FD, sync: false });
  const logger = createLogger(config.FACET_LOG_LEVEL, process.stderr.isTTY ? readableLog(log) : log);
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected end');
    log.flushSync();
    process.exit(1);
  });
  const stopWith = onStopSignals();
  for (const name of config.unknownSettings)
    logger.warn(`The setting ${name} is not known; did you mean ${nearestSetting(name)}?`);

  const connections = connectionsWithin(config.FACET_MAX_CONNECTIONS);
  if (connections < config.FACET_MAX_CONNECTIONS)
    logger.warn(
      `The limit of open files allows ${connections} connections, not the ${config.FACET_MAX_CONNECTIONS} of FACET_MAX_CONNECTIONS.`,
    );

  const lock = await lockOf(config);
  const onFault = (message: string, cause: unknown): void => {
    logger.error({ err: cause }, message);
  };
  const accounts = await accountsOf(config, onFault);
  const collections = await collectionsOf(config, accounts, onFault);
  if (!config.FACET_COLLECTIONS && (await collections.holdsFaces()))
    logger.warn(
      'Collections are off (FACET_COLLECTIONS), but the database holds faces from before; turn them on to export or delete them.',
    );
  const demo = await prepareAccounts(accounts, config, logger);

  const workers = config.FACET_WORKERS ?? (await defaultWorkers({ threads: config.FACET_THREADS }));
  const progress = startProgress(process.stdout);
  const browserFiles = new BrowserFiles();
  await browserFiles.addPackage(browserFolder());
  const engine = new EngineHolder(async () => {
    await addWebModels(browserFiles, config, progress.onProgress, logger);
    return openConfigured(config, workers, progress.onProgress);
  });
  const stopping = new AbortController();
  const cancelling = new AbortController();
  const tracer = await openTracer({
    config,
    onLoss: (message) => {
      logger.warn(message);
    },
  });
  const pages = await portalOf(config);
  const { app, openApi } = await buildApp({
    config,
    accounts,
    collections,
    pages,
    browserFiles,
    engine,
    concurrency: workers,
    checks: [
      ...engine.checks,
      { name: 'database', isReady: cachedBriefly(() => accounts.database.isAlive()) },
      { name: 'running', isReady: () => !stopping.signal.aborted },
    ],
    logger,
    tracer,
    stopping: stopping.signal,
    shutdown: cancelling.signal,
  });
  app.addHook('onClose', async () => {
    await engine.close();
    await collections.close();
    await accounts.close();
    lock?.release();
  });
  await closingOnFailure(app, async () => {
    await app.ready();
    openApi.write();
    await listen(app, config);
  });
  const { port } = app.server.address() as AddressInfo;

  stopWith(async () => {
    const service = {
      announce: () => {
        stopping.abort();
      },
      close: () => app.close(),
      cancelRequests: () => {
        cancelling.abort();
      },
      cutConnections: () => {
        app.server.closeAllConnections();
      },
    };
    const finished = await stop(service, {
      drainMs: config.FACET_DRAIN_MS,
      deadlineMs: config.FACET_SHUTDOWN_MS,
    });
    await tracer?.close();
    logger.info(finished ? 'stopped' : 'stopped with requests cancelled');
    log.flushSync();
    process.exit(finished ? 0 : 1);
  });

  // After listening: if the port is taken, the process must not exit while its threads load models, which ONNX Runtime
  // turns into an abort.
  await closingOnFailure(app, () => engine.open());
  progress.close();
  // Stopped while loading: calls that waited for the models are finishing, and the shutdown ends the process.
  if (stopping.signal.aborted) return;
  logger.info({ port }, 'ready');
  const photo = demo === null ? null : samplePhoto(config, pages);
  process.stdout.write(
    welcome({
      host: config.HOST,
      port,
      demoApiKey: demo?.apiKey ?? null,
      demoPair: demo !== null && config.FACET_REKOGNITION ? await demoPair(accounts, demo) : null,
      photo,
    }),
  );
}

/** The access key pair of the demo account, the same at every start. */
async function demoPair(
  { apiKeys, accessKeys }: Accounts,
  { accountId, apiKey }: DemoAccount,
): Promise<AccessKeyPair | null> {
  const used = (await apiKeys.list(accountId)).find((each) => each.apiKey === apiKey);
  return used === undefined ? null : accessKeys.ensure(accountId, used.name);
}

async function portalOf({ FACET_SAMPLES_DIR: samples }: Config): Promise<PortalPages> {
  const pages = await readPortal(portalFolder());
  return samples === undefined ? pages : withOwnSamples(pages, samples);
}

/** Closes everything if a step of the start fails. */
async function closingOnFailure(app: FastifyInstance, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Logs warnings for the operator, and returns the demo account if there is one. */
async function prepareAccounts(
  accounts: Accounts,
  config: Config,
  logger: Logger,
): Promise<DemoAccount | null> {
  const { database, users, subscriptions, apiKeys } = accounts;
  if (config.FACET_MODE === 'production' && !users.links.canSend) logger.warn(NO_MAIL_WARNING);
  if (!(await apiKeys.secretFits()))
    logger.warn('The database was made with another secret; no API key in it will work (docs/operating.md).');
  if (config.FACET_SECRET_FALLBACK !== undefined)
    logger.info('A second secret is accepted (FACET_SECRET_FALLBACK); unset it when the change is complete.');
  for (const step of await newerSteps(database))
    logger.warn(`A newer version has added ${step} to the database; this one works without it.`);
  for (const { plan, accounts: count } of await subscriptions.orphans())
    logger.warn(
      `${count} accounts have the plan ${plan}, which the catalogue lacks; their calls are rejected.`,
    );
  return ensureDemoAccount({
    db: database.db,
    apiKeys,
    mode: config.FACET_MODE,
    fixedApiKey: config.FACET_DEMO_API_KEY,
  });
}

/** Pages do without their own analysis where a model can be neither found nor built; the service itself needs none of them. */
async function addWebModels(
  files: BrowserFiles,
  { FACET_CACHE_DIR: cacheDir, FACET_MODELS_DIR: sourceDir }: Config,
  onProgress: EngineOptions['onProgress'],
  logger: Logger,
): Promise<void> {
  try {
    files.addModels(await ensureWebModels({ cacheDir, sourceDir, onProgress }));
  } catch (error) {
    logger.warn({ err: error }, 'There are no models for web pages.');
  }
}

type EngineOptions = NonNullable<Parameters<typeof openEngine>[0]>;

function openConfigured(
  config: Config,
  workers: number,
  onProgress: EngineOptions['onProgress'],
): ReturnType<typeof openEngine> {
  return openEngine({
    workers,
    ...(config.FACET_THREADS !== undefined && { threads: config.FACET_THREADS }),
    // A match uses two workers at once; other calls wait in the service's own queue, which is fair.
    maxWaiting: 2 * workers,
    cacheDir: config.FACET_CACHE_DIR,
    sourceDir: config.FACET_MODELS_DIR,
    onProgress,
    limits: {
      formats: config.FACET_FORMATS,
      bytes: config.FACET_MAX_IMAGE_BYTES,
      pixels: config.FACET_MAX_PIXELS,
      seconds: config.FACET_DECODE_DEADLINE_MS / 1000,
    },
  });
}

/** Listens on the port, or says which setting to correct. */
async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = LISTEN_FAILURES[code];
    throw reason === undefined ? error : new ConfigError(`HOST ${host} with PORT ${port} ${reason}.`);
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use; choose another PORT',
  EACCES: 'may not be used by this user; choose a PORT from 1024 on',
  EADDRNOTAVAIL: 'is no address of this machine; correct HOST',
  ENOTFOUND: 'is no address; correct HOST',
};
