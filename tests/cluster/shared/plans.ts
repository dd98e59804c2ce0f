/** Of accounts that count calls but are never refused one. */
export const FREE_OF_LIMITS = 'no-limits';
/** A quota and no rate limit. */
export const QUOTA = 40;
export const WITH_QUOTA = 'with-quota';
/** A rate limit and no quota: the burst, then nothing for the duration of a test. */
export const BURST = 12;
export const WITH_PACE = 'with-pace';

/** The catalogue of all servers. */
export const PLANS = [
  { id: FREE_OF_LIMITS, name: 'No limits', calls_per_month: null, calls_per_second: null },
  { id: WITH_QUOTA, name: 'Quota', calls_per_month: QUOTA, calls_per_second: null },
  { id: WITH_PACE, name: 'Pace', calls_per_month: null, calls_per_second: 0.001, burst: BURST },
];
