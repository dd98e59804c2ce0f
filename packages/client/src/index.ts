export type { LimitStatus } from './response-headers.js';
export type * from './generated/api-types.js';
export { FacetClient } from './client.js';
export type { FacetClientOptions } from './client-options.js';
export type { Collections } from './collections.js';
export type * from './collection-options.js';
export type * from './collection-results.js';
export { FACET_CODES, type ErrorKind, type ServiceErrorCode } from './error-codes.js';
export * from './errors.js';
export {
  AuthError,
  CollectionLimitError,
  EnrolmentError,
  FacetServiceError,
  NoFaceError,
  NotFoundError,
  QualityError,
  QuotaError,
  RateLimitError,
  SubscriptionError,
  type FailedRule,
} from './service-errors.js';
export type * from './box.js';
export type * from './face-options.js';
export type { CheckLivenessOptions, LivenessFrame, LivenessSessionOptions } from './liveness-check.js';
export type * from './liveness-results.js';
export {
  BLENDSHAPE_NAMES,
  IMAGE_ATTRIBUTES,
  LANDMARK_NAMES,
  type ImageAttribute,
  type VectorAttribute,
} from './read-attributes.js';
export type { ImageReader, ImageSource, NamedImage, StoredVector } from './image-source.js';
export type { Fetch } from './request.js';
export type * from './results.js';
