import { MAX_BOXES } from '@facet/engine';
import { faceImages } from './face-images.js';
import type { ExpensiveImage } from './image-search.js';

/** One request that a stranger or a free account can send. */
export interface Attempt {
  readonly route: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Any other status is over a bound. */
  readonly expectedStatus?: number;
  /** In place of the bound for all. */
  readonly mostCpuSeconds?: number;
  /** Where a request works only once: the same again. */
  readonly fresh?: (url: string) => Promise<Attempt>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, unknown>> };
}

const IMAGE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/get_image_attr': ['image_attr'],
  '/get_face_vec': ['img'],
  '/match_faces': ['img_1', 'img_2'],
  '/compare_faces': ['img_1', 'img_2'],
  '/redact': ['img'],
  '/collections/{collection}/search': ['img'],
};
/** These are offered without an account, too. */
const TRIALS = ['/get_image_attr', '/get_face_vec', '/match_faces'];
/** Exists, with nobody in it. */
export const COLLECTION = 'bench';

/** Those of CompreFace, which are not in the document. */
const COMPREFACE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/recognition/recognize': ['file'],
  '/api/v1/verification/verify': ['source_image', 'target_image'],
};

const JSON_TYPE = { 'content-type': 'application/json' };
const MEGABYTE = 1024 * 1024;

/** Every route that the running service shows: those it documents, and those its pages link to. */
export async function allAttempts(
  url: string,
  apiKey: string,
  images: readonly ExpensiveImage[],
): Promise<readonly Attempt[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const attempts: Attempt[] = [];
  const crowds = await faceImages({ url, apiKey });
  const paths = new Set<string>(await linkedPaths(url, ['/', '/docs', '/docs/']));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const fields = IMAGE_FIELDS[path];
      if (method === 'get') paths.add(path);
      else if (fields === undefined) attempts.push(...accountAttempts(method.toUpperCase(), path, operation));
      else {
        const filled = path.replace('{collection}', COLLECTION);
        attempts.push(...operationAttempts(filled, fields, apiKey, images, crowds));
        if (TRIALS.includes(path)) attempts.push(...trialAttempts(path, fields, crowds));
      }
    }
  }
  for (const [path, fields] of Object.entries(COMPREFACE_FIELDS))
    attempts.push(...operationAttempts(path, fields, apiKey, images, crowds));
  for (const path of ['/docs/openapi.json', '/docs/openapi.yaml', '/openapi.yaml', '/no-such-path'])
    paths.add(path);
  for (const path of paths) attempts.push(...pageAttempts(path));
  return attempts;
}

/** Paths that the pages name, as a browser would fetch them. */
async function linkedPaths(url: string, pages: readonly string[]): Promise<string[]> {
  const found: string[] = [...pages];
  for (const page of pages) {
    const response = await fetch(new URL(page, url));
    // Links are relative to the page that a redirect leads to.
    for (const [, link] of (await response.text()).matchAll(/(?:src|href)="([^"#?:]+)"/g)) {
      if (link !== undefined) found.push(new URL(link, response.url).pathname);
    }
  }
  return found;
}

function pageAttempts(path: string): Attempt[] {
  const attempt = (name: string, headers: Record<string, string>, query = ''): Attempt => ({
    route: `GET ${path}`,
    name,
    method: 'GET',
    path: path + query,
    headers,
  });
  return [
    attempt('as it is', {}),
    attempt('packed', { 'accept-encoding': 'br, gzip, deflate' }),
    attempt('a part of it', { range: 'bytes=0-0,2-3,5-6' }),
    attempt('a query of 8 kB', {}, `?${'a=%C3%A9&'.repeat(800)}`),
    attempt('12 kB of cookies', { cookie: 'a=b; '.repeat(2400) }),
  ];
}

/** Account requests are small; the most expensive are those that hash a password, and those that no parser likes. */
function accountAttempts(method: string, path: string, { requestBody }: Operation): Attempt[] {
  const attempt = (name: string, body: string): Attempt => ({
    route: `${method} ${path}`,
    name,
    method,
    path: path.replaceAll(/\{[^{}]*\}/g, 'x'),
    headers: { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' },
    body,
  });
  if (requestBody === undefined) return [attempt('no body', '')];
  const credentials = {
    email: 'nobody@example.com',
    password: 'correct horse battery',
    token: 'x',
    plan: 'free',
  };
  return [
    attempt('a log-in that is wrong', JSON.stringify(credentials)),
    attempt('a password of 7 kB', JSON.stringify({ ...credentials, password: 'é'.repeat(3500) })),
    attempt('nested arrays', '['.repeat(8000)),
    attempt(
      '900 fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${n}`, n]))),
    ),
  ];
}

function operationAttempts(
  path: string,
  fields: readonly string[],
  apiKey: string,
  images: readonly ExpensiveImage[],
  crowds: readonly ExpensiveImage[],
): Attempt[] {
  const route = `POST ${path}`;
  const base = { route, method: 'POST', path };
  const auth = { user_id: apiKey, 'x-api-key': apiKey };
  const json = (name: string, body: string, query = ''): Attempt => ({
    ...base,
    path: path + query,
    name,
    headers: { ...auth, ...JSON_TYPE },
    body,
  });
  const filled = (value: string): string =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
  const [first = ''] = fields;
  return [
    ...images.map(({ name, image }) =>
      multipart(
        base,
        auth,
        name,
        fields.map((field) => [field, image] as const),
      ),
    ),
    ...images
      .slice(0, 1)
      .map(({ name, image }) => json(`Base64 of ${name}`, filled(image.toString('base64')))),
    json('Base64 of 40 MB of blanks', `{"${first}":"${' '.repeat(40 * MEGABYTE)}"}`),
    json('20 MB of text that is not ASCII', `{"${first}":"é${'A'.repeat(20 * MEGABYTE)}"}`),
    json('20 MB of nested arrays', '['.repeat(20 * MEGABYTE)),
    json(
      'a million fields',
      `{${Array.from({ length: 1_000_000 }, (_, n) => `"${n}":0`).join()},"${first}":""}`,
    ),
    json('15,000 digits in a box', '{}', `?bboxes=${'1'.repeat(15_000)}`),
    json(
      '1,500 boxes',
      filled('AAAA'),
      `?bboxes=${Array.from({ length: 1500 }, () => '1,2,3,4').join('%26')}`,
    ),
    multipart(
      base,
      auth,
      '100,000 empty parts',
      Array.from({ length: 100_000 }, (_, n) => [`f${n}`, EMPTY] as const),
    ),
    multipart(base, auth, 'a part with 10 MB of dashes', [[first, Buffer.alloc(10 * MEGABYTE, '\r\n--')]]),
    ...crowds.map(({ name, image }) =>
      multipart(
        base,
        auth,
        name,
        fields.map((field) => [field, image] as const),
      ),
    ),
    ...(EXPENSIVE_QUERIES[path] ?? []).flatMap(({ means, query }) =>
      crowds.map(({ name, image }) =>
        multipart(
          { ...base, path: path + query },
          auth,
          `${name}, ${means}`,
          fields.map((field) => [field, image] as const),
        ),
      ),
    ),
  ];
}

/** The operations as trial calls, without an account. */
function trialAttempts(
  path: string,
  fields: readonly string[],
  crowds: readonly ExpensiveImage[],
): Attempt[] {
  const base = { route: `POST ${path} of a visitor`, method: 'POST', path };
  return crowds.map(({ name, image }) =>
    multipart(
      base,
      { 'sec-fetch-site': 'same-origin' },
      name,
      fields.map((field) => [field, image] as const),
    ),
  );
}

const EVERYTHING = 'return_attributes=quality,expression,aligned,spoof_score,vector';
const PLUGINS = 'face_plugins=age,gender,landmarks,pose,calculator';
/** As many boxes as a call may name, of faces or of nothing. */
const BOXES = Array.from({ length: MAX_BOXES }, (_, n) => {
  const [x, y] = [96 * (n % 6), 96 * Math.floor(n / 6)];
  return `${x},${y},${x + 96},${y + 96}`;
}).join('%26');

/** What makes the engine do most for an image. */
const EXPENSIVE_QUERIES: Readonly<Record<string, readonly { means: string; query: string }[]>> = {
  '/get_image_attr': [
    { means: 'with everything', query: `?${EVERYTHING}` },
    { means: 'with everything but vectors', query: `?${EVERYTHING.replace(',vector', '')}` },
    { means: `${MAX_BOXES} boxes, with everything`, query: `?${EVERYTHING}&bboxes=${BOXES}` },
    // No face is so large, so that the search for the first face is followed by one for all.
    { means: 'one face of 90 px, with everything', query: `?${EVERYTHING}&max_faces=1&min_face_size=90` },
  ],
  '/get_face_vec': [{ means: 'for enrolment', query: '?quality=2' }],
  '/api/v1/recognition/recognize': [{ means: 'with all plugins', query: `?${PLUGINS}&prediction_count=100` }],
  '/api/v1/verification/verify': [{ means: 'with all plugins', query: `?${PLUGINS}` }],
  '/match_faces': [{ means: 'all=1', query: '?all=1&details=1' }],
  '/redact': [{ means: 'blurred outlines', query: '?style=blur&shape=outline' }],
  [`/collections/${COLLECTION}/search`]: [{ means: 'all=1', query: '?all=1' }],
};

const EMPTY = Buffer.alloc(0);

export function multipart(
  base: Pick<Attempt, 'route' | 'method' | 'path'>,
  auth: Record<string, string>,
  name: string,
  parts: readonly (readonly [field: string, content: Buffer])[],
): Attempt {
  const boundary = 'bench-boundary';
  const pieces = parts.flatMap(([field, content]) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    ...base,
    name,
    headers: { ...auth, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
