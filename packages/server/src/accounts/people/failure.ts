import { APIError } from 'better-auth/api';
import { ServiceError, type ErrorCode } from '../../errors.js';

/** What the refusals of better-auth are in our catalogue. All others would be bugs. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL: 'wrong-credentials',
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  INVALID_PASSWORD: 'wrong-credentials',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong-credentials',
  INVALID_TOKEN: 'bad-token',
  TOKEN_EXPIRED: 'bad-token',
  USER_NOT_FOUND: 'bad-token',
  UNAUTHORIZED: 'not-logged-in',
  FAILED_TO_GET_SESSION: 'not-logged-in',
};

/** Where the database fails it, better-auth says only that something did; the log has heard the rest. */
export function asServiceError(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  if (error.statusCode === 500)
    return new ServiceError('overloaded', undefined, {}, { cause: error, because: 'database-away' });
  const code = REFUSALS[String(error.body?.code)];
  return code === undefined ? error : new ServiceError(code, undefined, {}, { cause: error });
}
