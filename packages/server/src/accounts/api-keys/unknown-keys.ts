import { ExpiringMap } from '../../work/expiring-map.js';

const MAX_KEYS = 10_000;
/** Keys are random: an unknown one stays unknown, unless a database is restored under a running server. */
const LASTS_MS = 5 * 60_000;

/** Keys that were not found, so that a flood of calls with one of them causes no queries. */
export class UnknownKeys {
  readonly #keys: ExpiringMap<true>;

  constructor(now?: () => number) {
    this.#keys = new ExpiringMap(MAX_KEYS, now);
  }

  has(key: string): boolean {
    return this.#keys.get(key) === true;
  }

  add(key: string): void {
    this.#keys.set(key, true, LASTS_MS);
  }
}
