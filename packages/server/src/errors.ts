/**
 * Every way in which the service rejects a request or fails, in one table: the wire code, the HTTP status,
 * the default sentence, and what a caller does about it. docs/errors.md is generated from it.
 */
const CATALOGUE = {
  'missing-field': {
    number: '2001',
    status: 400,
    message: 'A required image field is missing.',
    action: 'Send every image field of the operation, each with content. The message names the field.',
  },
  'bad-parameter': {
    number: '2002',
    status: 400,
    message: 'A parameter has a value that is not accepted.',
    action: 'Correct the parameter. The message names it and quotes the value.',
  },
  'unreadable-image': {
    number: '2003',
    status: 400,
    message: 'The image cannot be read; it is damaged or cut off.',
    action: 'Send the whole, undamaged file; for Base64, check that nothing was lost on the way.',
  },
  'image-format': {
    number: '2004',
    status: 400,
    message: 'The image format is not accepted; send JPEG, PNG, WebP or AVIF.',
    action: 'Convert the image to a format that the message names. The content decides, not the file name.',
  },
  'mixed-inputs': {
    number: '2005',
    status: 400,
    message: 'Both images must arrive the same way: two files, or two strings.',
    action: 'Send img_1 and img_2 both as files or both as strings.',
  },
  'malformed-body': {
    number: '2006',
    status: 400,
    message: 'The request body is malformed.',
    action: 'Check that the body is valid JSON, or valid multipart/form-data with its boundary.',
  },
  'too-many-bytes': {
    number: '2007',
    status: 413,
    message: 'The body or an image is larger than the byte limit.',
    action: 'Scale the image down or compress it; 1024 pixels on the longer side suffice.',
  },
  'too-many-pixels': {
    number: '2008',
    status: 413,
    message: 'The image has more pixels than the limit.',
    action: 'Scale the image down; 1024 pixels on the longer side suffice.',
  },
  'content-type': {
    number: '2009',
    status: 415,
    message: 'The content type is not accepted; send multipart/form-data or application/json.',
    action: 'Use multipart/form-data for files, application/json for Base64 or URL strings.',
  },
  'bad-token': {
    number: '2010',
    status: 400,
    message: 'The link is invalid, already used or expired.',
    action:
      'Request a new link. Links for a new password work once, for 30 minutes; those that confirm an address for a day, while you are logged in.',
  },
  'bad-field': {
    number: '2011',
    status: 400,
    message: 'A field of the request has a value that is not accepted.',
    action: 'Correct the field. The message names it and says what it must be.',
  },
  'other-model': {
    number: '2012',
    status: 400,
    message: 'The stored vector was made by a different model than the service uses.',
    action: 'Compute the vector again from a photo; X-Facet-Model names the model of the service.',
  },
  'gallery-file': {
    number: '2013',
    status: 400,
    message: 'The body is not a gallery file that can be imported.',
    action:
      'Send the bytes of an export, or of a gallery that @facet/gallery has saved, as application/octet-stream. The message says what is wrong with them.',
  },
  'liveness-session': {
    number: '2020',
    status: 400,
    message: 'The liveness session is unknown, expired or already used.',
    action:
      'Open a new session with /liveness_session, and send the frames of the movements that it asks for.',
  },
  'not-found': {
    number: '2404',
    status: 404,
    message: 'There is nothing at this path.',
    action: 'Check the path; /openapi.json lists every one.',
  },
  method: {
    number: '2405',
    status: 405,
    message: 'This path does not support this HTTP method.',
    action: 'Use a method that the Allow header lists.',
  },
  'no-face': {
    number: '3001',
    status: 422,
    message: 'No face detected.',
    action: 'Send an image that shows a face, or name the face with a bounding box.',
    counts: true,
  },
  'several-faces': {
    number: '3002',
    status: 422,
    message: 'The image shows more than one face.',
    action: 'Send an image that shows one face, for example a part of this one.',
    counts: true,
  },
  'face-too-small': {
    number: '3101',
    status: 422,
    message: 'Face too Small',
    action: 'Send an image in which the face is at least 60x60 pixels.',
    counts: true,
  },
  'low-illumination': {
    number: '3102',
    status: 422,
    message: 'Low Illumination',
    action: 'Send an image with more light on the face.',
    counts: true,
  },
  'incorrect-pose': {
    number: '3103',
    status: 422,
    message: 'Incorrect Pose',
    action: 'Send an image in which the head is turned at most 50 degrees from the camera.',
    counts: true,
  },
  'enrolment-check': {
    number: '3104',
    status: 422,
    message: 'The photo does not pass the enrolment check.',
    action: 'Take a new photo; `data.failed` names every rule that is not met, with advice for the person.',
    counts: true,
  },
  'url-rejected': {
    number: '3201',
    status: 422,
    message: 'The image URL is rejected.',
    action: 'Use a public http or https address on a default port, or send the image itself.',
  },
  'url-failed': {
    number: '3202',
    status: 422,
    message: 'The image could not be fetched from its URL.',
    action: 'Check that the address responds quickly with an image, or send the image itself.',
  },
  'no-api-key': {
    number: '4001',
    status: 401,
    message: 'No API key; send it in the header user_id.',
    action: 'Send an API key of your account in the header user_id (or x-user-id).',
  },
  'unknown-api-key': {
    number: '4002',
    status: 401,
    message: 'The API key is not known.',
    action: 'Copy an API key from your account; one that was replaced or revoked no longer works.',
  },
  'no-subscription': {
    number: '4003',
    status: 403,
    message: 'The account has no subscription to a plan.',
    action: 'Subscribe the account to a plan.',
  },
  'subscription-ended': {
    number: '4004',
    status: 403,
    message: 'The subscription of the account has ended.',
    action: 'Renew the subscription or choose another plan.',
  },
  'account-suspended': {
    number: '4005',
    status: 403,
    message: 'The account is suspended.',
    action: 'Ask the operator why, and to lift the suspension.',
  },
  'api-key-expired': {
    number: '4007',
    status: 401,
    message: 'The API key has expired.',
    action: 'Create another API key in your account.',
  },
  'api-key-scope': {
    number: '4008',
    status: 403,
    message: 'The API key is not meant for this call.',
    action: 'Use an API key with the scope that the call needs; docs/api.md has the table.',
  },
  'api-key-origin': {
    number: '4009',
    status: 403,
    message: 'The API key is meant for web pages of other origins.',
    action: 'Call from a page of an origin that the API key names, or add the origin to a new key.',
  },
  'sign-up-closed': {
    number: '4006',
    status: 403,
    message: 'Sign-up is closed; only the operator of the service can create accounts.',
    action: 'Ask the operator for an account.',
  },
  'not-logged-in': {
    number: '4010',
    status: 401,
    message: 'Nobody is logged in, or the log-in has expired.',
    action: 'Log in, and send the cookie that the log-in sets.',
  },
  'wrong-credentials': {
    number: '4011',
    status: 401,
    message: 'The email address or the password is wrong.',
    action: 'Check both, or reset the password.',
  },
  'cross-site': {
    number: '4012',
    status: 403,
    message: 'The request comes from another web site.',
    action:
      'Call from the pages of the service itself; behind a proxy, set FACET_PUBLIC_URL to its outside address.',
  },
  'not-an-admin': {
    number: '4013',
    status: 403,
    message: 'Only an admin of the service may do this.',
    action: 'Ask the operator to make you an admin.',
  },
  'identity-rejected': {
    number: '4014',
    status: 403,
    message: 'The identity provider did not confirm a user who may log in here.',
    action: 'Log in again with an address of your company, or ask the operator.',
  },
  'log-in-again': {
    number: '4015',
    status: 403,
    message: 'This change needs a log-in of the last 15 minutes.',
    action: 'Log in again with the identity provider, then repeat the change.',
  },
  'wrong-signature': {
    number: '4016',
    status: 403,
    message: 'The signature of the request is not valid.',
    action:
      'Check the access key pair and the clock of the client, and that a proxy passes host and body on unchanged.',
  },
  'no-mail-server': {
    number: '4041',
    status: 404,
    message: 'Passwords cannot be reset here, because the service has no mail server.',
    action: 'Ask the operator for a new password.',
  },
  'collections-off': {
    number: '4042',
    status: 404,
    message: 'Collections are turned off on this service; it stores no vectors.',
    action: 'Keep vectors in your own program, or ask the operator to set FACET_COLLECTIONS=1.',
  },
  'unknown-collection': {
    number: '4043',
    status: 404,
    message: 'The account has no collection with this id.',
    action: 'Check the id, or create the collection: PUT /collections/{collection}.',
  },
  'unknown-person': {
    number: '4044',
    status: 404,
    message: 'The collection has no person with this id.',
    action: 'Check the id. Somebody who was deleted, merged or has expired is no longer there.',
  },
  'unknown-face': {
    number: '4045',
    status: 404,
    message: 'The person has no such face.',
    action:
      'Check the id of the face; the person’s entry lists their faces. It may have been moved or deleted.',
  },
  'email-taken': {
    number: '4092',
    status: 409,
    message: 'There is already an account with this email address.',
    action: 'Log in, or reset the password.',
  },
  'api-key-name-taken': {
    number: '4093',
    status: 409,
    message: 'The account already has an API key with this name.',
    action: 'Choose another name, or revoke the API key that has it.',
  },
  'too-many-api-keys': {
    number: '4094',
    status: 409,
    message: 'The account has reached its limit of API keys.',
    action: 'Revoke one that is no longer used.',
  },
  'collection-limit': {
    number: '4095',
    status: 409,
    message: 'The limit of the plan for collections, people or faces has been reached.',
    action:
      'Delete what is no longer needed, or choose a larger plan. `data` names the limit; GET /collections states all of them.',
  },
  'person-exists': {
    number: '4096',
    status: 409,
    message: 'The collection already has this person.',
    action: 'Choose another name, or use the person who is there.',
  },
  'rate-limit': {
    number: '4291',
    status: 429,
    message: 'Too many calls in a short time.',
    action: 'Wait as long as Retry-After says, then call again.',
  },
  quota: {
    number: '4292',
    status: 429,
    message: 'The quota of the plan is used up.',
    action:
      'Wait as long as Retry-After says: until the next period, or a second while only calls in flight fill the quota. Or choose a larger plan.',
  },
  'too-many-attempts': {
    number: '4293',
    status: 429,
    message: 'Too many attempts; wait before the next one.',
    action: 'Wait as long as Retry-After says, then try again.',
  },
  'trial-limit': {
    number: '4294',
    status: 429,
    message: 'The limit for calls without an account has been reached.',
    action: 'Wait as long as Retry-After says, or sign up and call with your own API key.',
  },
  'too-many-liveness-sessions': {
    number: '4296',
    status: 429,
    message: 'The account has too many open liveness sessions.',
    action: 'Use the sessions that are open, or wait as long as Retry-After says.',
  },
  bug: {
    number: '5000',
    status: 500,
    message: 'An unexpected error occurred; it has been logged under the request id.',
    action: 'Report the X-Request-Id of the response to the operator.',
  },
  overloaded: {
    number: '5003',
    status: 503,
    message: 'The service is busy; try again shortly.',
    action: 'Wait as long as Retry-After says, then call again.',
  },
  deadline: {
    number: '5004',
    status: 504,
    message: 'The request took longer than its deadline.',
    action: 'Send smaller images, or send the image itself instead of a slow URL; then call again.',
  },
  'collection-memory': {
    number: '5007',
    status: 507,
    message: 'The collection does not fit into the memory for collections.',
    action:
      'Divide it into several collections, or ask the operator to raise FACET_COLLECTIONS_BYTES or to use PostgreSQL.',
  },
} as const satisfies Record<string, ErrorEntry>;

export interface ErrorEntry {
  /** The four digits on the wire. */
  readonly number: string;
  readonly status: number;
  readonly message: string;
  readonly action: string;
  /** The analysis ran, so the call counts against the quota of the plan. */
  readonly counts?: true;
}

export type ErrorCode = keyof typeof CATALOGUE;

export const ERROR_CATALOGUE: Readonly<Record<ErrorCode, ErrorEntry>> = CATALOGUE;

export const ERROR_CODES = Object.keys(CATALOGUE) as readonly ErrorCode[];

/** Facts for the caller, sent as `data`: names, limits, measures; never image content or internals. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The causes of `overloaded`, for logs and metrics: callers handle all of them alike. */
export const OVERLOAD_REASONS = [
  'database-unavailable',
  'engine-busy',
  'engine-closed',
  'fetches-full',
  'identity-provider',
  'memory-full',
  'not-ready',
  'queue-full',
  'starting',
  'stopping',
  'trial-busy',
] as const;

export interface ServiceErrorOptions extends ErrorOptions {
  readonly because?: (typeof OVERLOAD_REASONS)[number];
  /** The work of the call had begun, so it counts although it failed. */
  readonly workBegan?: boolean;
  /** The call was analysed and may have been counted, so a client must not repeat it by itself. */
  readonly mayHaveCounted?: boolean;
}

/** An unreachable database is not overload, and callers should be able to tell the operator so. */
const messageOf = (code: ErrorCode, because: ServiceErrorOptions['because']): string =>
  code === 'overloaded' && because === 'database-unavailable'
    ? 'The service cannot reach its database; try again shortly.'
    : CATALOGUE[code].message;

/** An error response. The message is one sentence that a caller can act on. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly #because: ServiceErrorOptions['because'];
  /** Whether the call counts against the quota. */
  readonly counts: boolean;
  /** Whether the call may have been counted: then the response does not tell the client to try again. */
  readonly mayHaveCounted: boolean;

  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly details: ErrorDetails = {},
    options?: ServiceErrorOptions,
  ) {
    super(message ?? messageOf(code, options?.because), options);
    this.#because = options?.because;
    this.counts = ERROR_CATALOGUE[code].counts === true || options?.workBegan === true;
    this.mayHaveCounted = options?.mayHaveCounted === true;
  }

  /** The code, or its cause if known: one of a few fixed values, for logs and metrics. */
  get reason(): string {
    if (this.#because !== undefined) return this.#because;
    const { cause } = this;
    return cause instanceof ServiceError && cause.code === this.code ? cause.reason : this.code;
  }
}

/** The client closed the connection, so nobody would read a response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The status under which such a request is logged and counted; no client ever receives it. */
export const CLIENT_GONE_STATUS = 499;

const MAX_QUOTE_LENGTH = 48;

/** Quotes a caller's text in a message: one line, printable, short. */
export function quote(text: string): string {
  const printable = text
    .slice(0, MAX_QUOTE_LENGTH * 4)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return printable.length > MAX_QUOTE_LENGTH
    ? `"${printable.slice(0, MAX_QUOTE_LENGTH)}…"`
    : `"${printable}"`;
}
