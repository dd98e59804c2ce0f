import { ServiceError } from '../errors.js';

/**
 * Error codes for an unavailable database: refused and lost connections (08), a full disk and too many connections (53), a
 * server that cannot be written (25006), is stopping or starting (57P), statement timeout (57014).
 */
const CODES =
  /^(?:08|25006|53|57P|57014|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|SQLITE_(?:BUSY|FULL|IOERR|READONLY|CANTOPEN))/;
const MESSAGES = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Turns the error of an unavailable database into `overloaded`; returns any other error unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (!CODES.test(code) && !MESSAGES.test(error.message)) return error;
  return new ServiceError(
    'overloaded',
    'The database does not respond; try again shortly.',
    {},
    { cause: error, because: 'database-unavailable' },
  );
}

/** The database cannot be written. */
const READ_ONLY = '25006';

/** What the error says of the other connections: that the server cannot be written, or perhaps that nothing comes back. */
export function faultOfAll(error: unknown): 'read-only' | 'silent' | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && error.code === READ_ONLY) return 'read-only';
  return error.message === 'Query read timeout' ? 'silent' : null;
}
