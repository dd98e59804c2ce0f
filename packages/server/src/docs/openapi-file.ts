import { ListedUsers } from '../accounts/listed-users.js';
import { buildApp } from '../app.js';
import { readConfig } from '../config.js';
import { ServiceError } from '../errors.js';
import { createLogger } from '../logger.js';

/** The OpenAPI document as the service with default settings serves it. */
export async function openApiFile(): Promise<string> {
  const app = await buildApp({
    config: readConfig({ env: {}, platform: 'linux', homeDir: '/' }),
    users: new ListedUsers([]),
    engine: {
      ready: () => {
        throw new ServiceError('overloaded');
      },
    },
    concurrency: 1,
    checks: [],
    logger: createLogger('silent'),
    shutdown: new AbortController().signal,
  });
  await app.ready();
  const text = `${JSON.stringify(app.openApi(), null, 2)}\n`;
  await app.close();
  return text;
}
