/** A map of limited size: the entry that was set longest ago is dropped first. Entries expire, if they are set to. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: T, forMs = Infinity): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.now() + forMs });
    if (this.#entries.size <= this.limit) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
