import { ServiceError } from '../errors.js';

/**
 * How PostgreSQL and its driver say that the database cannot be asked now: refused and lost connections (08), too
 * many of them (53), a server that stops or starts (57P), a statement that took too long (57014).
 */
const CODES =
  /^(?:08|53|57P|57014|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|SQLITE_(?:BUSY|FULL|IOERR|READONLY|CANTOPEN))/;
const MESSAGES = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** A database that does not answer is a matter of waiting, not a bug; every other error stays what it is. */
export function outageAsOverload(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (!CODES.test(code) && !MESSAGES.test(error.message)) return error;
  return new ServiceError(
    'overloaded',
    'The database does not answer; try again shortly.',
    {},
    { cause: error, because: 'database-away' },
  );
}
