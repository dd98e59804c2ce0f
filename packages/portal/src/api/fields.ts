export type Fields = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
