import { ExpiringMap } from '../work/expiring-map.js';
import { ServiceError } from '../errors.js';
import { LeakyBucket } from '../work/leaky-bucket.js';

const MEGABYTE = 1024 * 1024;

/**
 * What an account may load at once; it is available again after ten minutes. Bytes count as they take memory: a picture
 * that is passed on counts twice.
 */
const CAPACITY_BYTES = 256 * MEGABYTE;
const EMPTY_AFTER_MS = 10 * 60_000;
/** Every fetch counts as this much, however little it loads: failures too cost connections and look-ups. */
const LEAST_BYTES = MEGABYTE;
const MAX_ACCOUNTS = 10_000;

/** Limits the bytes and the number of the pictures that each account loads through this server. */
export class PictureBudget {
  readonly #now: () => number;
  readonly #buckets: ExpiringMap<LeakyBucket>;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#buckets = new ExpiringMap(MAX_ACCOUNTS, now);
  }

  /** Begins a fetch, or throws `rate-limit`. Call the returned function with all bytes that arrive. */
  begin(accountId: string): (bytes: number) => void {
    const bucket = this.#buckets.get(accountId) ?? new LeakyBucket(CAPACITY_BYTES, EMPTY_AFTER_MS, this.#now);
    const waitMs = bucket.msUntilRoomFor(LEAST_BYTES);
    if (waitMs > 0)
      throw new ServiceError('rate-limit', 'Too many pictures were loaded from image URLs; wait a moment.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    this.#buckets.set(accountId, bucket, EMPTY_AFTER_MS);
    bucket.add(LEAST_BYTES);
    let free = LEAST_BYTES;
    return (bytes) => {
      bucket.add(Math.max(0, bytes - free));
      free = Math.max(0, free - bytes);
    };
  }
}
