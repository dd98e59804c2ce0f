import type { ErrorKind, ServiceErrorCode } from './error-codes.js';

/** What is known about an error response. */
export interface ErrorFacts {
  readonly code?: ServiceErrorCode | (string & Record<never, never>) | undefined;
  readonly httpStatus?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** Everything that this package throws on purpose. Switch on `kind` or `code`, or test for a subclass. */
export class FacetError extends Error {
  override readonly name: string = 'FacetError';
  readonly kind: ErrorKind;
  /** The four digits of the service, where it responded with an error. */
  readonly code: ErrorFacts['code'];
  readonly httpStatus: number | undefined;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next call, where the service said so. */
  readonly retryAfter: number | undefined;
  /** Facts of the service: the field or parameter in question, limits, measures. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.code = facts.code;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.data = facts.data ?? {};
  }
}

/** An argument or option cannot be used, or the image cannot be read. Nothing was sent. */
export class InputError extends FacetError {
  override readonly name = 'InputError';
  declare readonly kind: 'input';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('input', message, options);
  }
}

/** The connection failed; `neverSent` tells that the service cannot have seen the call. */
export class NetworkError extends FacetError {
  override readonly name = 'NetworkError';
  declare readonly kind: 'network';

  constructor(
    message: string,
    readonly neverSent: boolean,
    cause: unknown,
  ) {
    super('network', message, { cause });
  }
}

/** The call took longer than `timeoutMs`. The service may have counted it. */
export class TimeoutError extends FacetError {
  override readonly name = 'TimeoutError';
  declare readonly kind: 'timeout';

  constructor(readonly timeoutMs: number) {
    super('timeout', `The call took longer than ${timeoutMs} ms; raise timeoutMs or send smaller images.`);
  }
}

/** The caller's signal ended the call; `cause` is the reason of the signal. Named as `fetch` names it. */
export class AbortedError extends FacetError {
  override readonly name = 'AbortError';
  declare readonly kind: 'aborted';

  constructor(reason: unknown) {
    super('aborted', 'The call was aborted by its signal.', { cause: reason });
  }
}

/** What came back is not a response of the service. */
export class MalformedResponseError extends FacetError {
  override readonly name = 'MalformedResponseError';
  declare readonly kind: 'malformed-response';

  constructor(message: string, facts: ErrorFacts = {}) {
    super('malformed-response', message, facts);
  }
}
