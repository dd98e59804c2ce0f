import { startService, type StartedService } from '@facet/test-support';

/** Of the demo account, which has no limits. */
export const API_KEY = 'load-bench-api-key';

/** The built service, with default settings unless given others. */
export const startServer = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  startService({ apiKey: API_KEY, env });
