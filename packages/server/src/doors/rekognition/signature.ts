import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RekognitionError } from './rekognition-error.js';

// Signature Version 4 of AWS, as far as it signs a POST of the path `/` by headers.

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 'rekognition';
/** How far the clocks of client and service may be apart, and how long a recorded request could be repeated. */
const MAX_SKEW_MS = 5 * 60_000;
/** Without these, a recorded request could be sent elsewhere, later, or for another operation. */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-target'];
const MAX_SIGNED_HEADERS = 50;

const CREDENTIAL = /^([\w-]{1,128})\/(\d{8})\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,64})\/aws4_request$/;
const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** What the headers of a signed request say. */
export interface SignedRequest {
  readonly accessKeyId: string;
  readonly region: string;
  /** The hash of the body, if the headers state and sign it. */
  readonly statedHash: string | undefined;
  /** Whether a client with this secret has signed this request with a body of this hash (SHA-256 in hex). */
  readonly isSignedWith: (secretAccessKey: string, bodyHash: string) => boolean;
}

/** Reads the signature of a request; throws if it cannot be valid, whatever the secret is. */
export function readSignature(headers: IncomingHttpHeaders, now: number): SignedRequest {
  const { credential, names, signature } = parseAuthorization(headers.authorization);
  const [, accessKeyId = '', date = '', region = '', service = ''] = CREDENTIAL.exec(credential) ?? [];
  if (accessKeyId === '') throw incomplete('Credential is not a valid credential of Signature Version 4.');
  if (service !== SERVICE) throw invalid(`Credential should be scoped to the service ${SERVICE}.`);
  const missing = MUST_BE_SIGNED.find((name) => !names.includes(name));
  if (missing !== undefined) throw invalid(`The header ${missing} must be signed.`);
  const timestamp = checkedTimestamp(headers['x-amz-date'], date, now);
  const canonicalHeaders = names.map((name) => `${name}:${valueOf(headers, name)}\n`).join('');
  const scope = `${date}/${region}/${service}/aws4_request`;
  return {
    accessKeyId,
    region,
    statedHash: names.includes('x-amz-content-sha256') ? valueOf(headers, 'x-amz-content-sha256') : undefined,
    isSignedWith: (secretAccessKey, bodyHash) => {
      // The query is empty: the service has none here, and a signed one does not match.
      const request = ['POST', '/', '', canonicalHeaders, names.join(';'), bodyHash].join('\n');
      const text = [ALGORITHM, timestamp, scope, sha256(request)].join('\n');
      const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(
        hmac,
        `AWS4${secretAccessKey}`,
      );
      return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
    },
  };
}

interface Authorization {
  readonly credential: string;
  readonly names: readonly string[];
  readonly signature: string;
}

function parseAuthorization(header: string | undefined): Authorization {
  if (header === undefined)
    throw new RekognitionError(
      'MissingAuthenticationTokenException',
      'no-api-key',
      'Request is missing Authentication Token',
    );
  if (!header.startsWith(`${ALGORITHM} `)) throw incomplete(`Authorization must begin with ${ALGORITHM}.`);
  const parts = new Map(
    header
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((part) => {
        const [name = '', ...value] = part.trim().split('=');
        return [name, value.join('=')] as const;
      }),
  );
  const [credential = '', signed = '', signature = ''] = ['Credential', 'SignedHeaders', 'Signature'].map(
    (name) => parts.get(name),
  );
  const names = signed.split(';');
  if (!SIGNATURE.test(signature) || names.length > MAX_SIGNED_HEADERS)
    throw incomplete('Authorization requires Credential, SignedHeaders and Signature.');
  return { credential, names, signature };
}

/** The time of the signature, which must be about now. */
function checkedTimestamp(header: string | string[] | undefined, date: string, now: number): string {
  const timestamp = typeof header === 'string' ? header : '';
  const [, year, month, day, ...time] = TIMESTAMP.exec(timestamp) ?? [];
  const at = Date.parse(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${time.join(':')}Z`);
  if (Number.isNaN(at)) throw incomplete('X-Amz-Date must be a time such as 20270131T120000Z.');
  if (!timestamp.startsWith(date)) throw invalid('The date of Credential does not match X-Amz-Date.');
  if (Math.abs(now - at) > MAX_SKEW_MS)
    throw invalid(
      `Signature ${at < now ? 'expired' : 'not yet current'}: the clocks of client and service may be 5 minutes apart.`,
    );
  return timestamp;
}

const valueOf = (headers: IncomingHttpHeaders, name: string): string =>
  String(headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ');

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const incomplete = (message: string): RekognitionError =>
  new RekognitionError('IncompleteSignatureException', 'wrong-signature', message);

export const invalid = (message: string): RekognitionError =>
  new RekognitionError('InvalidSignatureException', 'wrong-signature', message);
