import fc from 'fast-check';
import sharp from 'sharp';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperations, type DocumentedOperation } from './openapi-document.js';
import { emptyPicture, threePeople } from './photos.js';
import { startService, API_KEY, type StartedService } from './started-service.js';

/** Enough to find mistakes in a reasonable time. */
const RUNS = 600;
const COMPREFACE_RUNS = 300;
const DEEPSTACK_RUNS = 600;
const NEXTCLOUD_RUNS = 600;

let service: StartedService;
let operations: readonly DocumentedOperation[];
let images: readonly Buffer[];

beforeAll(async () => {
  service = await startService({
    FACET_MAX_BODY_BYTES: '300000',
    FACET_MAX_IMAGE_BYTES: '250000',
    FACET_COLLECTIONS: '1',
    FACET_COMPREFACE: '1',
    FACET_DEEPSTACK: '1',
    FACET_NEXTCLOUD: '1',
    FACET_DEEPSTACK_KEY: API_KEY,
  });
  const made = await fetch(`${service.url}/collections/fuzz`, {
    method: 'PUT',
    headers: { user_id: API_KEY },
  });
  expect(made.status).toBe(200);
  operations = await readOperations(service.url);
  images = [
    await emptyPicture(64, 64),
    await sharp(await threePeople())
      .resize({ width: 640 })
      .jpeg()
      .toBuffer(),
  ];
});
afterAll(() => service.stop());

interface Call {
  readonly operation: DocumentedOperation;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const junk = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String(), fc.webUrl());

function documentedValue({
  pattern,
  enum: values = [''],
  minimum: min,
  maximum: max,
}: DocumentedOperation['parameters'][number]['schema']): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
  if (min !== undefined && max !== undefined) return fc.integer({ min, max }).map(String);
  return fc.constantFrom(...values);
}

/** Values for a parameter: as documented, nearly so, and not at all. */
function parameterValue({ schema }: DocumentedOperation['parameters'][number]): fc.Arbitrary<string> {
  const good = documentedValue(schema);
  const box = fc.array(fc.integer({ min: -50, max: 1500 }), { minLength: 3, maxLength: 5 }).map(String);
  return fc.oneof(good, good, box, junk).map(encodeURIComponent);
}

function query({ parameters }: DocumentedOperation): fc.Arbitrary<string> {
  const one = fc.oneof(
    ...parameters.map((parameter) => parameterValue(parameter).map((value) => `${parameter.name}=${value}`)),
    fc.constantFrom('x=1', '&&', '=', '%', 'bboxes=%E0%A4%A', 'face_det', 'quality=1'),
  );
  const several = fc.array(one, { minLength: 1, maxLength: 3 }).map((parts) => `?${parts.join('&')}`);
  return fc.oneof(fc.constant(''), several);
}

function jsonBody({ fields }: DocumentedOperation): fc.Arbitrary<Buffer> {
  const image = fc.constantFrom(...images.map((bytes) => bytes.toString('base64')));
  const value = fc.oneof(image, image, junk, fc.jsonValue());
  const named = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
  const whole = fc
    .tuple(named, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }))
    .map(([a, b]) => ({ ...b, ...a }));
  return fc.oneof(whole, whole, fc.jsonValue()).map((content) => Buffer.from(JSON.stringify(content)));
}

function multipartBody({ fields }: DocumentedOperation): fc.Arbitrary<Buffer> {
  const bytes = fc.oneof(
    fc.constantFrom(...images),
    fc.uint8Array({ maxLength: 300 }).map((data) => Buffer.from(data)),
  );
  const part = fc.record({
    name: fc.constantFrom(...fields, 'other', '__proto__'),
    filename: fc.constantFrom('', '; filename="a.jpg"', '; filename=""'),
    type: fc.constantFrom('', 'content-type: image/jpeg\r\n', 'content-type: application/json\r\n'),
    bytes,
  });
  return fc
    .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('--x--\r\n', '--x--', '', '--x\r\n'))
    .map(([parts, end]) =>
      Buffer.concat([
        ...parts.flatMap(({ name, filename, type, bytes: data }) => [
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n${type}\r\n`),
          data,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(end),
      ]),
    );
}

const text = (name: string): DocumentedOperation['parameters'][number] => ({ name, in: 'query', schema: {} });
const count = (name: string): DocumentedOperation['parameters'][number] => ({
  name,
  in: 'query',
  schema: { minimum: 0, maximum: 3 },
});

const isError = (body: unknown): boolean =>
  z.strictObject({ message: z.string(), code: z.int() }).safeParse(body).success;

/** The routes of CompreFace, which has no OpenAPI document. */
const COMPREFACE: readonly DocumentedOperation[] = (
  [
    ['POST', '/recognition/faces', ['file']],
    ['POST', '/recognition/recognize', ['file']],
    ['POST', '/recognition/faces/6b135f5b-a365-4522-b1f1-4c9ac2dd0728/verify', ['file']],
    ['POST', '/detection/detect', ['file']],
    ['POST', '/verification/verify', ['source_image', 'target_image']],
    ['POST', '/recognition/embeddings/recognize', ['embeddings']],
    ['POST', '/verification/embeddings/verify', ['source', 'targets']],
    ['POST', '/recognition/faces/delete', []],
    ['POST', '/recognition/subjects', ['subject']],
    ['PUT', '/recognition/subjects/some%20body%2F%C3%BC', ['subject']],
    ['DELETE', '/recognition/subjects/some%20body%2F%C3%BC', []],
    ['DELETE', '/recognition/faces', []],
  ] as const
).map(([method, path, fields]) => ({
  method,
  path: `/api/v1${path}`,
  fields,
  parameters: [
    ...['subject', 'det_prob_threshold', 'face_plugins', 'status', 'detect_faces'].map(text),
    ...['limit', 'prediction_count', 'page', 'size'].map(count),
  ],
  fault: (status, body) => (status < 300 || isError(body) ? null : JSON.stringify(body)),
}));

/** The routes of DeepStack, whose errors have one form. */
const DEEPSTACK: readonly DocumentedOperation[] = (
  [
    ['', ['image']],
    ['/', ['image']],
    ['/recognize', ['image']],
    ['/register', ['image', 'image1', 'image9']],
    ['/match', ['image1', 'image2']],
    ['/list', []],
    ['/delete', []],
    ['/nothing', []],
  ] as const
).map(([path, fields]) => ({
  method: 'POST',
  path: `/v1/vision/face${path}`,
  fields: [...fields, ...fields, 'userid', 'min_confidence', 'api_key'],
  parameters: [],
  fault: (status, body) =>
    isDeepstackAnswer(body) && (status === 200 || body.error !== undefined) ? null : JSON.stringify(body),
}));

const DeepstackAnswer = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  duration: z.literal(0),
});
const isDeepstackAnswer = (body: unknown): body is z.infer<typeof DeepstackAnswer> => {
  const { success: isAnswer, data } = DeepstackAnswer.safeParse(body);
  return isAnswer && data.success === (data.error === undefined);
};

/** The routes of Nextcloud's external model. */
const NEXTCLOUD: readonly DocumentedOperation[] = ['/detect', '/compute'].map((path) => ({
  method: 'POST',
  path,
  fields: ['file', 'file', 'face'],
  parameters: [],
  fault: (status, body) =>
    (status === 200
      ? z.looseObject({ filename: z.string() })
      : z.strictObject({ error: z.string() })
    ).safeParse(body).success
      ? null
      : JSON.stringify(body),
}));

function calls(among: readonly DocumentedOperation[]): fc.Arbitrary<Call> {
  return fc.constantFrom(...among).chain((operation) => {
    const raw = fc.uint8Array({ maxLength: 500 }).map((data) => Buffer.from(data));
    const typed = fc.oneof(
      jsonBody(operation).map((body) => ({ body, type: 'application/json' })),
      multipartBody(operation).map((body) => ({ body, type: 'multipart/form-data; boundary=x' })),
      fc.record({
        body: raw,
        type: fc.constantFrom(
          'application/json',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'text/plain',
          'x',
        ),
      }),
    );
    const apiKey = fc.oneof(
      { weight: 20, arbitrary: fc.constant(API_KEY) },
      fc.constantFrom('unknown-user', ''),
    );
    return fc
      .record({ operation: fc.constant(operation), query: query(operation), typed, apiKey })
      .map((drawn) => ({
        operation,
        query: drawn.query,
        headers: { 'content-type': drawn.typed.type, user_id: drawn.apiKey, 'x-api-key': drawn.apiKey },
        body: drawn.typed.body,
      }));
  });
}

describe('A fuzzer that knows only the OpenAPI document', () => {
  it('reads the operations that take images from it', () => {
    expect(operations.map(({ path }) => path)).toEqual([
      '/match_faces',
      '/compare_faces',
      '/get_image_attr',
      '/get_face_vec',
      '/redact',
      '/check_liveness',
      '/collections/{collection}/people/{person}/faces',
      '/collections/{collection}/search',
      '/collections/{collection}/people/{person}/verify',
    ]);
  });

  it('finds no 5xx and no response outside its schema', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(calls(operations), async ({ operation, query: rawQuery, headers, body }) => {
        const path = operation.path.replace('{collection}', 'fuzz').replace('{person}', 'ada');
        const response = await fetch(service.url + path + rawQuery, {
          method: operation.method,
          headers,
          body: Uint8Array.from(body),
        });
        expect(response.headers.get('x-request-id')).toBeTruthy();
        // A redacted picture.
        if (response.headers.get('content-type')?.startsWith('image/') === true) return;
        const answer = (await response.json()) as { code: string };
        met.set(answer.code, (met.get(answer.code) ?? 0) + 1);
        expect(response.status).toBeLessThan(500);
        expect(operation.fault(response.status, answer)).toBeNull();
      }),
      { numRuns: RUNS },
    );
    // A run that meets next to nothing proves next to nothing.
    expect(met.get('1000') ?? 0).toBeGreaterThan(0);
    expect(met.size).toBeGreaterThan(6);
  });

  it.each([
    ['CompreFace', COMPREFACE, COMPREFACE_RUNS],
    ['DeepStack', DEEPSTACK, DEEPSTACK_RUNS],
    ['Nextcloud', NEXTCLOUD, NEXTCLOUD_RUNS],
  ])('finds none among the routes of %s either', async (_name, routes, numRuns) => {
    const met = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(calls(routes), async ({ operation, query: rawQuery, headers, body }) => {
        const { path, method, fault } = operation;
        const response = await fetch(service.url + path + rawQuery, {
          method,
          headers,
          body: Uint8Array.from(body),
        });
        met.set(response.status, (met.get(response.status) ?? 0) + 1);
        expect(response.status).toBeLessThan(500);
        expect(fault(response.status, await response.json())).toBeNull();
      }),
      { numRuns },
    );
    expect(met.get(200) ?? 0).toBeGreaterThan(0);
    expect(met.size).toBeGreaterThan(2);
  });
});
