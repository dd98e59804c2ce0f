import type { OperationErrorCode } from './api-types.js';

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

/** The codes of the service by their meaning. */
export const FACET_CODES = {
  missingField: '2001',
  badParameter: '2002',
  unreadableImage: '2003',
  imageFormat: '2004',
  mixedInputs: '2005',
  malformedBody: '2006',
  tooManyBytes: '2007',
  tooManyPixels: '2008',
  contentType: '2009',
  badField: '2011',
  otherModel: '2012',
  galleryFile: '2013',
  livenessSession: '2020',
  notFound: '2404',
  method: '2405',
  noFace: '3001',
  faceTooSmall: '3101',
  lowIllumination: '3102',
  incorrectPose: '3103',
  enrolmentCheck: '3104',
  urlRejected: '3201',
  urlFailed: '3202',
  noApiKey: '4001',
  unknownApiKey: '4002',
  noSubscription: '4003',
  subscriptionEnded: '4004',
  accountSuspended: '4005',
  collectionsOff: '4042',
  unknownCollection: '4043',
  unknownPerson: '4044',
  unknownFace: '4045',
  collectionLimit: '4095',
  rateLimit: '4291',
  quota: '4292',
  trialLimit: '4294',
  tooManyLivenessSessions: '4296',
  bug: '5000',
  overloaded: '5003',
  deadline: '5004',
  collectionMemory: '5007',
} as const satisfies Record<string, ServiceErrorCode>;

/** Complete by its type: a code that the document gains does not compile without a kind. */
export const ERROR_KINDS = {
  2001: 'request',
  2002: 'request',
  2003: 'image',
  2004: 'image',
  2005: 'request',
  2006: 'request',
  2007: 'image',
  2008: 'image',
  2009: 'request',
  2011: 'request',
  2012: 'request',
  2013: 'request',
  2020: 'request',
  2404: 'request',
  2405: 'request',
  3001: 'no-face',
  3101: 'quality',
  3102: 'quality',
  3103: 'quality',
  3104: 'enrolment',
  3201: 'image-url',
  3202: 'image-url',
  4001: 'auth',
  4002: 'auth',
  4003: 'subscription',
  4004: 'subscription',
  4005: 'auth',
  4042: 'request',
  4043: 'not-found',
  4044: 'not-found',
  4045: 'not-found',
  4095: 'collection-limit',
  4291: 'rate-limit',
  4292: 'quota',
  4294: 'quota',
  4296: 'rate-limit',
  5000: 'server',
  5003: 'overloaded',
  5004: 'server',
  5007: 'server',
} as const satisfies Readonly<Record<ServiceErrorCode, ErrorKind>>;

const isKnown = (code: string): code is ServiceErrorCode => Object.hasOwn(ERROR_KINDS, code);

/** The kind of a code. For codes of a newer service, the HTTP status decides. */
export function kindOfCode(code: string, httpStatus: number): ErrorKind {
  if (isKnown(code)) return ERROR_KINDS[code];
  return httpStatus >= 500 ? 'server' : 'request';
}
