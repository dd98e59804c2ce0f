import type { OperationErrorCode } from './generated/api-types.js';

/** What went wrong, in one word to switch on. */
export type ErrorKind =
  /** An argument of the call or an option of the client cannot be used; nothing was sent. */
  | 'input'
  /** The service rejected the request: a parameter, the body, the path. */
  | 'request'
  /** The image is damaged, too large or of another format. */
  | 'image'
  | 'no-face'
  /** With `quality`: the face is too small, too dark or turned away. */
  | 'quality'
  /** With `quality: 'enrolment'`: the photo breaks a rule of the enrolment check. */
  | 'enrolment'
  /** The service could not or would not load the image URL. */
  | 'image-url'
  | 'auth'
  /** The account has no running subscription. */
  | 'subscription'
  /** The collection, person or face does not exist. */
  | 'not-found'
  /** The plan allows no more collections, people or faces. */
  | 'collection-limit'
  | 'rate-limit'
  | 'quota'
  | 'overloaded'
  /** The service failed, or took longer than its own deadline. */
  | 'server'
  | 'network'
  | 'timeout'
  | 'aborted'
  /** The response does not come from the service, or is not as documented. */
  | 'malformed-response';

/**
 * Beside those that each operation lists: a wrong path or method, from a wrong `baseUrl`; no more trial calls, which the
 * portal makes without an API key.
 */
export type ServiceErrorCode = OperationErrorCode | '2404' | '2405' | '4294';

/** Each code of the service: its meaning, and its kind. A code that the document gains does not compile without. */
const CODES = {
  '2001': ['missingField', 'request'],
  '2002': ['badParameter', 'request'],
  '2003': ['unreadableImage', 'image'],
  '2004': ['imageFormat', 'image'],
  '2005': ['mixedInputs', 'request'],
  '2006': ['malformedBody', 'request'],
  '2007': ['tooManyBytes', 'image'],
  '2008': ['tooManyPixels', 'image'],
  '2009': ['contentType', 'request'],
  '2011': ['badField', 'request'],
  '2012': ['otherModel', 'request'],
  '2013': ['galleryFile', 'request'],
  '2020': ['livenessSession', 'request'],
  '2404': ['notFound', 'request'],
  '2405': ['method', 'request'],
  '3001': ['noFace', 'no-face'],
  '3101': ['faceTooSmall', 'quality'],
  '3102': ['lowIllumination', 'quality'],
  '3103': ['incorrectPose', 'quality'],
  '3104': ['enrolmentCheck', 'enrolment'],
  '3201': ['urlRejected', 'image-url'],
  '3202': ['urlFailed', 'image-url'],
  '4001': ['noApiKey', 'auth'],
  '4002': ['unknownApiKey', 'auth'],
  '4007': ['apiKeyExpired', 'auth'],
  '4008': ['apiKeyScope', 'auth'],
  '4009': ['apiKeyOrigin', 'auth'],
  '4003': ['noSubscription', 'subscription'],
  '4004': ['subscriptionEnded', 'subscription'],
  '4005': ['accountSuspended', 'auth'],
  '4042': ['collectionsOff', 'request'],
  '4043': ['unknownCollection', 'not-found'],
  '4044': ['unknownPerson', 'not-found'],
  '4045': ['unknownFace', 'not-found'],
  '4095': ['collectionLimit', 'collection-limit'],
  '4291': ['rateLimit', 'rate-limit'],
  '4292': ['quota', 'quota'],
  '4293': ['tooManyAttempts', 'rate-limit'],
  '4294': ['trialLimit', 'quota'],
  '4296': ['tooManyLivenessSessions', 'rate-limit'],
  '5000': ['bug', 'server'],
  '5003': ['overloaded', 'overloaded'],
  '5004': ['deadline', 'server'],
  '5007': ['collectionMemory', 'server'],
} as const satisfies Readonly<Record<ServiceErrorCode, readonly [meaning: string, kind: ErrorKind]>>;

const codes = Object.keys(CODES) as ServiceErrorCode[];

/** The codes of the service by their meaning. */
export const FACET_CODES = Object.fromEntries(codes.map((code) => [CODES[code][0], code])) as {
  readonly [Code in ServiceErrorCode as (typeof CODES)[Code][0]]: Code;
};

const KINDS: ReadonlyMap<string, ErrorKind> = new Map(codes.map((code) => [code, CODES[code][1]]));

/** The kind of a code. For codes of a newer service, the HTTP status decides. */
export const kindOfCode = (code: string, httpStatus: number): ErrorKind =>
  KINDS.get(code) ?? (httpStatus >= 500 ? 'server' : 'request');
