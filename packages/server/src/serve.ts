import { openEngine } from '@facet/engine';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ensureDemoUser } from './accounts/demo-user.js';
import type { ListedUser } from './accounts/listed-user.js';
import { ListedUsers } from './accounts/listed-users.js';
import { readUsersFile } from './accounts/users-file.js';
import { buildApp } from './app.js';
import { ConfigError, type Config } from './config.js';
import { EngineHolder } from './engine-source.js';
import { createLogger } from './logger.js';
import { stop } from './shutdown.js';
import { startProgress } from './start-progress.js';
import { samplePhoto, welcome } from './welcome.js';

/** Standard output is for people, the log goes to standard error. */
const LOG_FD = 2;

/** Starts the service and keeps it until a signal stops it. */
export async function serve(config: Config): Promise<void> {
  const log = pino.destination({ fd: LOG_FD, sync: false });
  const logger = createLogger(config.FACET_LOG_LEVEL, log);
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected end');
    log.flushSync();
    process.exit(1);
  });
  for (const name of config.unknownSettings) logger.warn(`The setting ${name} is not known; is it misspelt?`);

  const demo =
    config.FACET_MODE === 'development'
      ? await forSetting('FACET_DATA_DIR must be a folder that can be written to', () =>
          ensureDemoUser(config.FACET_DATA_DIR, config.FACET_DEMO_USER_ID),
        )
      : null;
  const users = await listedUsers(config, demo);
  if (users.length === 0) logger.warn('There are no user ids; every call will be refused.');

  const workers = config.FACET_WORKERS ?? availableParallelism();
  const progress = startProgress(process.stdout);
  const engine = new EngineHolder(() => openConfigured(config, workers, progress.onProgress));
  const cancelling = new AbortController();
  const app = await buildApp({
    config,
    users: new ListedUsers(users),
    engine,
    concurrency: workers,
    checks: engine.checks,
    logger,
    shutdown: cancelling.signal,
  });
  app.addHook('onClose', () => engine.close());
  await listen(app, config);

  stopOnSignal(async () => {
    const service = {
      close: () => app.close(),
      cancelRequests: () => {
        cancelling.abort();
      },
      cutConnections: () => {
        app.server.closeAllConnections();
      },
    };
    const finished = await stop(service, config.FACET_SHUTDOWN_MS);
    logger.info(finished ? 'stopped' : 'stopped with requests cancelled');
    log.flushSync();
    process.exit(finished ? 0 : 1);
  });

  await engine.opened;
  progress.close();
  const { port } = app.server.address() as AddressInfo;
  logger.info({ port }, 'ready');
  const photo = demo === null ? null : await samplePhoto(config);
  process.stdout.write(welcome({ host: config.HOST, port, demoUserId: demo?.userId ?? null, photo }));
}

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

/** What fails because of a setting is told as such, in a sentence that begins with its name. */
async function forSetting<T>(mustBe: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${mustBe}, but ${fault}.`, { cause });
  }
}

async function listedUsers(config: Config, demo: ListedUser | null): Promise<ListedUser[]> {
  const { FACET_USERS_FILE: path } = config;
  const filed =
    path === undefined
      ? []
      : await forSetting('FACET_USERS_FILE must be a JSON file with a list of users', () =>
          readUsersFile(path),
        );
  return [...config.FACET_USERS, ...filed, ...(demo === null ? [] : [demo])];
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
    // A match needs two places at once; who waits longer waits in the service's own, fair queue.
    maxWaiting: 2 * workers,
    cacheDir: config.FACET_CACHE_DIR,
    sourceDir: config.FACET_MODELS_DIR,
    onProgress,
    limits: {
      formats: config.FACET_FORMATS,
      bytes: config.FACET_MAX_IMAGE_BYTES,
      pixels: config.FACET_MAX_PIXELS,
    },
  });
}

/** The first signal stops the service, a second one ends it at once. */
function stopOnSignal(onStop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void onStop();
    });
  }
}
