/** The command was called in a way that cannot work. The message says how it can. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The run cannot go on, for a reason that lies outside of single photos. The message says what to do. */
export class RunError extends Error {
  override readonly name = 'RunError';
}
