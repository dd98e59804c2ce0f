import * as kinds from './config-kinds.js';

const MEGABYTE = 1024 * 1024;

/** The bounds of the calls that visitors of the portal make without an account. */
export const TRIAL_SETTINGS = {
  FACET_TRIAL: kinds
    .choice('on', 'off')
    .default('on')
    .describe(
      '`off`: visitors of the portal cannot try the service without an account. The limits below are those of one server; none of them applies to callers with a user id.',
    ),
  FACET_TRIAL_CALLS_PER_NETWORK: kinds
    .whole(1, 1_000_000)
    .default(300)
    .describe(
      'Trial calls of one network (an IPv4 address, or an IPv6 /64) in an hour. They come back evenly over the hour; one more is answered with 429.',
    ),
  FACET_TRIAL_CALLS: kinds
    .whole(1, 10_000_000)
    .default(3000)
    .describe('Trial calls of all networks together in an hour.'),
  FACET_TRIAL_OPEN_PER_NETWORK: kinds
    .whole(1, 1000)
    .default(4)
    .describe('Trial calls of one network that are not answered yet.'),
  FACET_TRIAL_OPEN: kinds
    .whole(1, 1000)
    .default(16)
    .describe('Trial calls of all networks together that are not answered yet.'),
  FACET_TRIAL_WORKER_PERCENT: kinds
    .whole(1, 100)
    .default(25)
    .describe(
      'Per cent of the workers, and of their time over four minutes, that trial calls may take (one worker at least). A trial call starts only when no caller with a user id waits.',
    ),
  FACET_TRIAL_MAX_IMAGE_BYTES: kinds
    .whole(1024, 2 ** 31)
    .default(4 * MEGABYTE)
    .describe('Largest image file of a trial call, where that is below FACET_MAX_IMAGE_BYTES.'),
  FACET_TRIAL_MAX_PIXELS: kinds
    .whole(1024, 2 ** 31)
    .default(25_000_000)
    .describe('Largest image of a trial call, width times height, where that is below FACET_MAX_PIXELS.'),
  FACET_TRIAL_DEADLINE_MS: kinds
    .whole(10, 600_000)
    .default(10_000)
    .describe('Milliseconds for one trial call, the upload included.'),
};
