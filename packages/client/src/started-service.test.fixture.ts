import { startService as start, type StartedService } from '@facet/test-support';
import { SHARED_API_KEY } from '@facet/test-support/vitest';

export { useService } from '@facet/test-support/vitest';
export { freePort, signUp, type StartedService } from '@facet/test-support';

/** Of the demo account, with which most calls are made. */
export const API_KEY = SHARED_API_KEY;

/** The service with one worker: the tests are about calls, not about pace. */
export const startService = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  start({ apiKey: API_KEY, env: { FACET_WORKERS: '1', ...env } });
