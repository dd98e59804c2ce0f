import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, type App } from '../app.js';
import { BrowserFiles } from '../../http/pages/browser-files.js';
import { readConfig } from '../config/config.js';
import { accountsOf, collectionsOf } from '../open-configured.js';
import { ServiceError } from '../../errors.js';
import { createLogger } from '../../observe/logger.js';

/** The OpenAPI document as the service with default settings serves it. */
export const openApiFile = (): Promise<string> =>
  withApp({}, ({ openApi }) => `${JSON.stringify(openApi.document(), null, 2)}\n`);

/** Builds the app as these settings make it, without engine and listening. */
export async function withApp<Result>(
  env: Readonly<Record<string, string>>,
  use: (app: App) => Result,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-docs-'));
  const config = readConfig({ env: { ...env, FACET_DATA_DIR: dataDir }, platform: 'linux', homeDir: '/' });
  const accounts = await accountsOf(config, () => undefined);
  const collections = await collectionsOf(config, accounts, () => undefined);
  const built = await buildApp({
    config,
    accounts,
    collections,
    browserFiles: new BrowserFiles(),
    pages: new Map(),
    engine: {
      ready: () => {
        throw new ServiceError('overloaded');
      },
      liveWorkers: () => 0,
    },
    concurrency: 1,
    checks: [],
    logger: createLogger('silent'),
    stopping: new AbortController().signal,
    shutdown: new AbortController().signal,
  });
  await built.app.ready();
  const result = use(built);
  await built.app.close();
  await collections.close();
  await accounts.close();
  await rm(dataDir, { recursive: true });
  return result;
}
