import {
  EnrolmentError,
  FacetServiceError,
  isSafeToRepeat,
  MalformedAnswerError,
} from '@facet/client/answers';

/** Why a call gave no result: the message for the person, and what an operator needs to find it in the log. */
export interface Failure {
  /** refused: the service answered with an error; lost-file: nothing was sent; the others: no answer arrived. */
  readonly kind: 'refused' | 'lost-file' | 'offline' | 'unreachable' | 'timeout';
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
  /** The photo did not pass the enrolment check; what the person in front of the camera can do about it. */
  readonly advice?: readonly string[];
}

/** The code of a call that requires a log-in. */
export const NOT_LOGGED_IN = '4010';

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

/** The failure for an error of the client's answer reader: an error of the service, or an answer that is not the service's. */
export function refusal(error: unknown, status: number): Failure {
  if (error instanceof FacetServiceError) {
    const { code, message, data, requestId, retryAfter } = error;
    return {
      kind: 'refused',
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
  const requestId = error instanceof MalformedAnswerError ? error.requestId : undefined;
  return {
    kind: 'refused',
    status,
    message: `The answer did not come from the service, but from something in between, such as a proxy (status ${status}).`,
    ...(requestId !== undefined && { requestId }),
  };
}
