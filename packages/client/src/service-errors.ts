import type { FailedCondition } from './generated/api-types.js';
import { FailedCondition as FAILED_CONDITION } from './generated/api-values.js';
import type { LimitStatus, ResponseHeaders } from './response-headers.js';
import { kindOfCode, type ErrorKind } from './error-codes.js';
import { FacetError, type ErrorFacts } from './errors.js';
import { misfit, type Shape } from './shape.js';

type ServiceErrorFacts = ErrorFacts &
  Pick<ResponseHeaders, 'rateLimit' | 'quota'> & { readonly code: string; readonly httpStatus: number };

/** The service responded with an error. */
export class FacetServiceError extends FacetError {
  override readonly name: string = 'FacetServiceError';
  declare readonly code: Exclude<ErrorFacts['code'], undefined>;
  declare readonly httpStatus: number;
  /** The state of the limits, where the service stated it. */
  readonly rateLimit: LimitStatus | undefined;
  readonly quota: LimitStatus | undefined;

  constructor(kind: ErrorKind, message: string, facts: ServiceErrorFacts) {
    super(kind, message, facts);
    this.rateLimit = facts.rateLimit;
    this.quota = facts.quota;
  }
}

/** The API key is missing or unknown, or its account is suspended. */
export class AuthError extends FacetServiceError {
  override readonly name = 'AuthError';
  declare readonly kind: 'auth';
}

/** The account has no subscription, or it has ended. */
export class SubscriptionError extends FacetServiceError {
  override readonly name = 'SubscriptionError';
  declare readonly kind: 'subscription';
}

/** Too many calls in a short time, even after the retries. */
export class RateLimitError extends FacetServiceError {
  override readonly name = 'RateLimitError';
  declare readonly kind: 'rate-limit';
}

/** The quota of the plan is used up; `retryAfter` leads to the next period. */
export class QuotaError extends FacetServiceError {
  override readonly name = 'QuotaError';
  declare readonly kind: 'quota';
}

/** The collection, person or face does not exist, or no longer; `code` tells which. */
export class NotFoundError extends FacetServiceError {
  override readonly name = 'NotFoundError';
  declare readonly kind: 'not-found';
}

/** The plan allows no more collections, people or faces; `data` has `what`, `limit` and `used`. */
export class CollectionLimitError extends FacetServiceError {
  override readonly name = 'CollectionLimitError';
  declare readonly kind: 'collection-limit';
}

export class NoFaceError extends FacetServiceError {
  override readonly name = 'NoFaceError';
  declare readonly kind: 'no-face';

  /** The field of the image without a face, such as `img_2`. */
  get field(): string | undefined {
    const { field } = this.data;
    return typeof field === 'string' ? field : undefined;
  }
}

export class QualityError extends FacetServiceError {
  override readonly name = 'QualityError';
  declare readonly kind: 'quality';

  /** Every condition that failed; the message is that of the first. */
  get failed(): readonly FailedCondition[] {
    return failedOf<FailedCondition>(this.data, FAILED_CONDITION);
  }
}

/** What is not as documented is left out. */
const failedOf = <Failed>({ failed }: FacetError['data'], shape: Shape): Failed[] =>
  Array.isArray(failed) ? failed.filter((item): item is Failed => misfit(shape, item) === null) : [];

/** One rule of the enrolment check that the photo does not meet. */
export interface FailedRule {
  /** Such as `yaw`, `sharpness` or `eyes_open`; the API documentation lists them. */
  readonly rule: string;
  readonly value: number;
  /** Whether the threshold is the least or the most that passes. */
  readonly bound: 'least' | 'most';
  readonly threshold: number;
  /** What the person in front of the camera can do about it, in English. */
  readonly advice: string;
}

export class EnrolmentError extends FacetServiceError {
  override readonly name = 'EnrolmentError';
  declare readonly kind: 'enrolment';

  /** Every rule that failed. */
  get failed(): readonly FailedRule[] {
    return failedOf<FailedRule>(this.data, FAILED_RULE);
  }
}

/** The document has no schema of it. */
const FAILED_RULE: Shape = {
  fields: { rule: 'string', value: 'number', bound: 'string', threshold: 'number', advice: 'string' },
};

const CLASSES: Partial<Record<ErrorKind, typeof FacetServiceError>> = {
  auth: AuthError,
  subscription: SubscriptionError,
  'rate-limit': RateLimitError,
  quota: QuotaError,
  'not-found': NotFoundError,
  'collection-limit': CollectionLimitError,
  'no-face': NoFaceError,
  quality: QualityError,
  enrolment: EnrolmentError,
};

/** The error for a response of the service, of the class that fits its code. */
export function serviceError(message: string, facts: ServiceErrorFacts): FacetServiceError {
  const kind = kindOfCode(facts.code, facts.httpStatus);
  const ErrorClass = CLASSES[kind] ?? FacetServiceError;
  return new ErrorClass(kind, message, facts);
}
