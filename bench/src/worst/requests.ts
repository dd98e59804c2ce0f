import sharp from 'sharp';
import type { DearImage } from './image-search.js';

/** One request that a stranger or a free account can send. */
export interface Attempt {
  readonly route: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
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
};

const JSON_TYPE = { 'content-type': 'application/json' };
const MEGABYTE = 1024 * 1024;

/** Every route that the running service shows: those it documents, and those its pages link to. */
export async function allAttempts(
  url: string,
  userId: string,
  images: readonly DearImage[],
): Promise<readonly Attempt[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const attempts: Attempt[] = [];
  const paths = new Set<string>(await linkedPaths(url, ['/', '/docs', '/docs/']));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const fields = IMAGE_FIELDS[path];
      if (method === 'get') paths.add(path);
      else if (fields === undefined) attempts.push(...accountAttempts(method.toUpperCase(), path, operation));
      else attempts.push(...(await operationAttempts(path, fields, userId, images)));
    }
  }
  for (const path of ['/docs/openapi.json', '/docs/openapi.yaml', '/openapi.yaml', '/no-such-path'])
    paths.add(path);
  for (const path of paths) attempts.push(...pageAttempts(path));
  return attempts;
}

/** Paths that the pages name, as a browser would fetch them. */
async function linkedPaths(url: string, pages: readonly string[]): Promise<string[]> {
  const found: string[] = [...pages];
  for (const page of pages) {
    const text = await (await fetch(new URL(page, url))).text();
    for (const [, link] of text.matchAll(/(?:src|href)="([^"#?:]+)"/g)) {
      if (link !== undefined) found.push(new URL(link, new URL(page, url)).pathname);
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

/** Account requests are small; the dearest are those that hash a password, and those that no parser likes. */
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

async function operationAttempts(
  path: string,
  fields: readonly string[],
  userId: string,
  images: readonly DearImage[],
): Promise<Attempt[]> {
  const route = `POST ${path}`;
  const base = { route, method: 'POST', path };
  const auth = { user_id: userId };
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
  const crowds = await faceImages();
  const query = DEAREST_QUERIES[path];
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
    ...(query === undefined
      ? []
      : crowds.map(({ name, image }) =>
          multipart({ ...base, path: path + query }, auth, `${name}, with everything`, [[first, image]]),
        )),
  ];
}

/** What makes the engine do most for one image. */
const DEAREST_QUERIES: Readonly<Record<string, string>> = {
  '/get_image_attr': '?return_attributes=quality,expression,vector',
  '/get_face_vec': '?quality=2',
};

const EMPTY = Buffer.alloc(0);

function multipart(
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

/** Pictures in which the search for faces has the most to do: plain surfaces, and one crowd of a thousand faces. */
async function faceImages(): Promise<DearImage[]> {
  const side = 1024;
  const plain = (background: string): Promise<Buffer> =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
  const images = await Promise.all(
    ['#808080', '#c09070'].map(async (colour) => ({ name: `plain ${colour}`, image: await plain(colour) })),
  );
  return [...images, ...(await crowds(side))];
}

/** The faces of a sample photo, again and again. */
async function crowds(side: number): Promise<DearImage[]> {
  const sample = new URL('../../../node_modules/@vladmandic/face-api/demo/sample1.jpg', import.meta.url);
  const face = await sharp(sample.pathname).resize({ width: 600 }).toBuffer();
  return Promise.all(
    [48, 64, 96].map(async (tile) => {
      const one = await sharp(face)
        .resize(tile, tile, { fit: 'cover', position: 'attention' })
        .png()
        .toBuffer();
      const across = Math.floor(side / tile);
      const pasted = Array.from({ length: across * across }, (_, n) => ({
        input: one,
        left: (n % across) * tile,
        top: Math.floor(n / across) * tile,
      }));
      const image = await sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
        .composite(pasted)
        .png()
        .toBuffer();
      return { name: `${across * across} faces of ${tile} px`, image };
    }),
  );
}
