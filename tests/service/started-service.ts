import { startService as start, type StartedService } from '@facet/test-support';

export { freePort, SERVER_MAIN, signUp, type StartedService } from '@facet/test-support';

/** Of the demo account, with which most calls are made. */
export const API_KEY = 'service-test-user-id';

/** The service with one worker: the tests are about answers, not about pace. */
export const startService = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  start({ env: { FACET_DEMO_API_KEY: API_KEY, FACET_WORKERS: '1', ...env } });
