import * as kinds from './kinds.js';

const MEGABYTE = 1024 * 1024;

/** The limits of calls that visitors make. */
export const TRIAL_SETTINGS = {
  FACET_TRIAL: kinds
    .choice('on', 'off')
    .optional()
    .describe(
      '`on`: anyone can try the service in the portal without an account. The limits below apply to each server. Default: `on` in development mode only.',
    ),
  FACET_TRIAL_CALLS_PER_NETWORK: kinds
    .integer(1, 1_000_000)
    .default(300)
    .describe(
      'Trial calls per hour from one network (an IPv4 address or an IPv6 /64), evenly over the hour; further calls get 429.',
    ),
  FACET_TRIAL_CALLS: kinds
    .integer(1, 10_000_000)
    .default(3000)
    .describe('Trial calls per hour from all networks together.'),
  FACET_TRIAL_OPEN_PER_NETWORK: kinds
    .integer(1, 1000)
    .default(4)
    .describe('Trial calls from one network in progress at the same time.'),
  FACET_TRIAL_OPEN: kinds
    .integer(1, 1000)
    .default(16)
    .describe('Trial calls from all networks in progress at the same time.'),
  FACET_TRIAL_WORKER_PERCENT: kinds
    .integer(1, 100)
    .default(25)
    .describe(
      'Share of the workers (at least one), and of their time over four minutes, that trial calls may use, in per cent. They start only if no caller with an API key is waiting.',
    ),
  FACET_TRIAL_MAX_IMAGE_BYTES: kinds
    .integer(1024, 2 ** 31)
    .default(4 * MEGABYTE)
    .describe('Largest image file of a trial call.'),
  FACET_TRIAL_MAX_PIXELS: kinds
    .integer(1024, 2 ** 31)
    .default(25_000_000)
    .describe('Largest image of a trial call, width times height.'),
  FACET_TRIAL_DEADLINE_MS: kinds
    .integer(10, 600_000)
    .default(10_000)
    .describe('Timeout of a trial call, upload included.'),
};
