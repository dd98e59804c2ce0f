import { ExpiringMap } from './expiring-map.js';
import { LeakyBucket } from './leaky-bucket.js';

interface RateLimiterOptions {
  /** What each key may use at once … */
  readonly capacity: number;
  /** … and after how long all of it is available again. */
  readonly emptyAfterMs: number;
  /** Keys that are remembered; with more of them, the one that used something longest ago is forgotten. */
  readonly maxKeys: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Limits by time what each key uses: a leaky bucket for each. */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #now: () => number;
  readonly #buckets: ExpiringMap<LeakyBucket>;

  constructor(options: RateLimiterOptions) {
    const { maxKeys, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#buckets = new ExpiringMap(maxKeys, now);
  }

  /** Keys that have used something. */
  get size(): number {
    return this.#buckets.size;
  }

  /** What the key has used and not got back yet. */
  level(key: string): number {
    return this.#buckets.get(key)?.level ?? 0;
  }

  /** Milliseconds until the amount fits; 0: it fits now. */
  msUntilRoomFor(key: string, amount: number): number {
    return this.#bucketOf(key).msUntilRoomFor(amount);
  }

  /** Adds the amount even if it does not fit: work is only known when it is done. */
  add(key: string, amount: number): void {
    const bucket = this.#bucketOf(key);
    bucket.add(amount);
    const { capacity, emptyAfterMs } = this.#options;
    // Forgotten when it is empty, and no longer differs from that of an unknown key.
    this.#buckets.set(key, bucket, (bucket.level / capacity) * emptyAfterMs);
  }

  #bucketOf(key: string): LeakyBucket {
    const { capacity, emptyAfterMs } = this.#options;
    return this.#buckets.get(key) ?? new LeakyBucket(capacity, emptyAfterMs, this.#now);
  }
}
