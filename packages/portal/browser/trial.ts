/** Settings under which no trial call is refused because others came before it. */
export const AMPLE_TRIAL = {
  FACET_TRIAL_CALLS_PER_NETWORK: '100000',
  FACET_TRIAL_CALLS: '100000',
  FACET_TRIAL_WORKER_PERCENT: '100',
  FACET_TRIAL_DEADLINE_MS: '60000',
};
