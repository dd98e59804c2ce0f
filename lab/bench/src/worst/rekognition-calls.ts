import { createHash, createHmac } from 'node:crypto';
import type { ExpensiveImage } from './image-search.js';
import { COLLECTION, type Attempt } from './requests.js';

const SCOPE = ['us-east-1', 'rekognition', 'aws4_request'];

/** The pair that the service prints at its start in development mode. */
interface AccessKeyPair {
  readonly id: string;
  readonly secret: string;
}

function printedPair(output: string): AccessKeyPair {
  const [id, secret] = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
    (name) => new RegExp(`^AWS_${name}=(\\S+)$`, 'm').exec(output)?.[1],
  );
  if (id === undefined || secret === undefined) throw new Error('The start printed no access key pair.');
  return { id, secret };
}

/** The operations of Amazon Rekognition that analyse images, with the most expensive images and every attribute. */
export function rekognitionAttempts(output: string, images: readonly ExpensiveImage[]): Attempt[] {
  const pair = printedPair(output);
  return images.flatMap(({ name, image }) => {
    const Image = { Bytes: image.toString('base64') };
    const bodies: readonly (readonly [string, object])[] = [
      ['DetectFaces', { Image, Attributes: ['ALL'] }],
      ['CompareFaces', { SourceImage: Image, TargetImage: Image, SimilarityThreshold: 0 }],
      ['SearchFacesByImage', { CollectionId: COLLECTION, Image, QualityFilter: 'NONE' }],
    ];
    return bodies.map(([operation, fields]): Attempt => {
      const body = JSON.stringify(fields);
      const base = { route: `POST / ${operation}`, method: 'POST', path: '/', name, body };
      const headersOf = (host: string): Attempt['headers'] => signedHeaders(pair, host, operation, body);
      return {
        ...base,
        headers: headersOf(''),
        // A signature is worth something for five minutes.
        fresh: (url) => Promise.resolve({ ...base, headers: headersOf(new URL(url).host) }),
      };
    });
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 of Amazon Web Services. */
function signedHeaders(
  { id, secret }: AccessKeyPair,
  host: string,
  operation: string,
  body: string,
): Record<string, string> {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': date,
    'x-amz-target': `RekognitionService.${operation}`,
  };
  // The host is signed too, and is sent with every request anyway.
  const signed = Object.entries({ ...headers, host }).sort();
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n');
  const scope = [date.slice(0, 8), ...SCOPE];
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  const signature = hmac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}
