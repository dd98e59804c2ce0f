import { startService as start, type StartedService } from '@facet/testing';

export { freePort, SERVER_MAIN, signUp, type StartedService } from '@facet/testing';

/** Of the demo account, with which most calls are made. */
export const USER_ID = 'acceptance-user-id';

/** The service with one worker: the tests are about answers, not about pace. */
export const startService = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  start({ env: { FACET_DEMO_USER_ID: USER_ID, FACET_WORKERS: '1', ...env } });
