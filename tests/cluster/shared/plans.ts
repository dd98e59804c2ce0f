/** Of accounts whose calls are counted and never rejected. */
export const UNLIMITED_PLAN = 'no-limits';
/** A quota and no rate limit. */
export const QUOTA = 40;
export const WITH_QUOTA = 'with-quota';
/** A rate limit and no quota: the burst, then nothing for the duration of a test. */
export const BURST = 12;
export const RATE_LIMITED_PLAN = 'with-pace';

/** The catalogue of all servers. */
export const PLANS = [
  { id: UNLIMITED_PLAN, name: 'No limits', calls_per_month: null, calls_per_second: null },
  { id: WITH_QUOTA, name: 'Quota', calls_per_month: QUOTA, calls_per_second: null },
  { id: RATE_LIMITED_PLAN, name: 'Pace', calls_per_month: null, calls_per_second: 0.001, burst: BURST },
];
