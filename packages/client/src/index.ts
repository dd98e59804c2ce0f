export type { LimitStatus } from './response-headers.js';
export { BLENDSHAPE_NAMES, LANDMARK_NAMES } from './api-types.js';
export type * from './api-types.js';
export { FacetClient } from './client.js';
export type { FacetClientOptions } from './client-options.js';
export type { Collections } from './collections.js';
export type {
  EnrolOptions,
  PeopleOptions,
  PeoplePageOptions,
  PersonFields,
  SearchOptions,
  VerifyOptions,
} from './collection-options.js';
export type * from './collection-results.js';
export { FACET_CODES, type ErrorKind, type ServiceErrorCode } from './error-codes.js';
export {
  AbortedError,
  FacetError,
  InputError,
  MalformedResponseError,
  NetworkError,
  TimeoutError,
} from './errors.js';
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
export type {
  AttributesOptions,
  Box,
  CallOptions,
  GivenBox,
  MatchOptions,
  PairOptions,
  RedactOptions,
  RequestOptions,
  VectorOptions,
} from './face-options.js';
export type { CheckLivenessOptions, LivenessFrame, LivenessSessionOptions } from './liveness-check.js';
export type {
  LivenessAction,
  LivenessReason,
  LivenessResult,
  LivenessSession,
  LivenessStep,
} from './liveness-results.js';
export { IMAGE_ATTRIBUTES, type ImageAttribute, type VectorAttribute } from './read-attributes.js';
export type { ImageReader, ImageSource, NamedImage, StoredVector } from './image-source.js';
export type { Fetch } from './request.js';
export type {
  AgeRange,
  AttributesResult,
  CompareResult,
  Face,
  Gender,
  JudgedDistance,
  LandmarkName,
  MatchDetails,
  MatchedFace,
  MatchResult,
  RedactResult,
  ResultMeta,
  VectorResult,
} from './results.js';
