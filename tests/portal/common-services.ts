import type { FilePlan, ServiceOptions } from './started-service.js';

/** Unless a test needs others. */
export const SETTINGS = {
  FACET_COLLECTIONS: '1',
  // Each file of tests comes from a network of its own, so that none is slowed down by the sign-ups of others.
  FACET_TRUST_PROXY: '1',
  FACET_PASSWORD_PERCENT: '100',
  // No trial call is rejected.
  FACET_TRIAL_CALLS_PER_NETWORK: '100000',
  FACET_TRIAL_CALLS: '100000',
  FACET_TRIAL_OPEN: '64',
  FACET_TRIAL_OPEN_PER_NETWORK: '64',
  FACET_TRIAL_WORKER_PERCENT: '100',
  FACET_TRIAL_DEADLINE_MS: '120000',
};

const plan = (
  id: string,
  name: string,
  calls: number | null,
  pace: Pick<FilePlan, 'calls_per_second' | 'burst'> = { calls_per_second: null },
): FilePlan => ({ id, name, summary: `${name} for tests.`, calls_per_month: calls, ...pace });

/** The services that several files share. */
export const COMMON_SERVICES = {
  ordinary: {},
  'own samples': { ownSamples: true },
  'small plans': {
    plans: [
      plan('one', 'One', 1),
      plan('two', 'Two', 2),
      plan('four', 'Four', 4),
      plan('many', 'Many', 5000),
      plan('slow', 'Slow', null, { calls_per_second: 0.04, burst: 1 }),
      plan('paced', 'Paced', null, { calls_per_second: 0.5, burst: 2 }),
      plan('ample', 'Ample', null),
    ],
  },
  'nothing optional': { env: { FACET_COLLECTIONS: '', FACET_TRIAL: 'off', FACET_REQUEST_LOG_DAYS: '0' } },
} as const satisfies Record<string, ServiceOptions>;
