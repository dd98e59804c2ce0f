import { startService as start, type StartedService } from '@facet/testing';

export { freePort, signUp, type StartedService } from '@facet/testing';

/** Of the demo account, with which most calls are made. */
export const USER_ID = 'client-test-user-id';

/** The service with one worker: the tests are about calls, not about pace. */
export const startService = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  start({ userId: USER_ID, env: { FACET_WORKERS: '1', ...env } });
