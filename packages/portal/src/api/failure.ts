/** Why a call gave no result: what a person is told, and what an operator needs to find it in the log. */
export interface Failure {
  /** refused: the service answered with an error; the others: no answer arrived. */
  readonly kind: 'refused' | 'offline' | 'unreachable' | 'timeout';
  readonly message: string;
  /** The four digits on the wire. */
  readonly code?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** The facts of the error envelope. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The code of a call that needs somebody to be logged in. */
export const NOT_LOGGED_IN = '4010';

export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Any thrown thing as a failure; what is not ours is a bug of this page. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FailedCall) return thrown.failure;
  return { kind: 'unreachable', message: 'This page met an unexpected problem. Reload it and try again.' };
}
