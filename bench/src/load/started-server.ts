import { startService, type StartedService } from '@facet/testing';

/** Of the demo account, which has no limits. */
export const USER_ID = 'load-bench-user-id';

/** The built service, with default settings unless given others. */
export const startServer = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  startService({ userId: USER_ID, env });
