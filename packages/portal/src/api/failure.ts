import {
  EnrolmentError,
  FacetServiceError,
  isSafeToRepeat,
  MalformedResponseError,
} from '@facet/client/responses';

/** Why a call gave no result: the message for the user, and what an operator needs to find it in the log. */
export interface Failure {
  /** rejected: the service responded with an error; lost-file: nothing was sent; the others: no response arrived. */
  readonly kind: 'rejected' | 'lost-file' | 'offline' | 'unreachable' | 'timeout';
  readonly message: string;
  /** The four digits on the wire. */
  readonly code?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** The same call was not counted, and may succeed after a wait. */
  readonly safeToRepeat?: boolean;
  /** The facts of the error envelope. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The photo did not pass the enrolment check; what the user in front of the camera can do about it. */
  readonly advice?: readonly string[];
}

/** The code of a call that requires a log-in. */
export const NOT_LOGGED_IN = '4010';

/** The codes of a log-in with a wrong password, and of one too many. */
export const WRONG_CREDENTIALS = '4011';
export const TOO_MANY_ATTEMPTS = '4293';

/** The code of a mailed link that does not work any more. */
export const BAD_LINK = '2010';

export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Turns anything thrown into a failure; whatever is not a FailedCall is a bug of this page. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FailedCall) return thrown.failure;
  return {
    kind: 'unreachable',
    message: 'This page ran into an unexpected problem. Reload it and try again.',
  };
}

/** The failure for an error of the client's response reader: an error of the service, or a response that is not the service's. */
export function rejection(error: unknown, status: number): Failure {
  if (error instanceof FacetServiceError) {
    const { code, message, data, requestId, retryAfter } = error;
    return {
      kind: 'rejected',
      status,
      code,
      message,
      data,
      safeToRepeat: isSafeToRepeat(error),
      ...(error instanceof EnrolmentError && { advice: error.failed.map(({ advice }) => advice) }),
      ...(requestId !== undefined && { requestId }),
      ...(retryAfter !== undefined && { retryAfterSeconds: Math.ceil(retryAfter) }),
    };
  }
  const requestId = error instanceof MalformedResponseError ? error.requestId : undefined;
  return {
    kind: 'rejected',
    status,
    message: `The response did not come from the service, but from something in between, such as a proxy (status ${status}).`,
    ...(requestId !== undefined && { requestId }),
  };
}
