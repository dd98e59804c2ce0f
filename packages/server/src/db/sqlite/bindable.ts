export type Bound = string | number | bigint | Buffer | null;

/** Values that SQLite can store. libsql crashes the process on a boolean, so every value is checked. */
export function bindable(value: unknown): Bound {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value;
  // As libsql returns them.
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  throw new TypeError(`SQLite stores no ${typeof value}.`);
}
