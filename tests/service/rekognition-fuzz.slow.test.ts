import { ListCollectionsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptyPicture } from './photos.js';
import { startService, type StartedService } from './started-service.js';

const RUNS = 300;
const OPERATIONS = [
  'DetectFaces',
  'CompareFaces',
  'CreateCollection',
  'ListCollections',
  'DescribeCollection',
  'DeleteCollection',
  'IndexFaces',
  'ListFaces',
  'DeleteFaces',
  'SearchFaces',
  'SearchFacesByImage',
];

let service: StartedService;
let image: string;
const pair = (name: string): string =>
  new RegExp(`^AWS_${name}=(\\S+)$`, 'm').exec(service.output())?.[1] ?? '';

beforeAll(async () => {
  service = await startService({
    FACET_MAX_BODY_BYTES: '300000',
    FACET_MAX_IMAGE_BYTES: '250000',
    FACET_COLLECTIONS: '1',
    FACET_REKOGNITION: '1',
  });
  await vi.waitFor(
    () => {
      expect(pair('SECRET_ACCESS_KEY')).not.toBe('');
    },
    { timeout: 60_000 },
  );
  image = (await emptyPicture(64, 64)).toString('base64');
});
afterAll(() => service.stop());

interface SentRequest {
  body: unknown;
  readonly headers: Record<string, string>;
}

/** Signs a body as the client of AWS does, and returns the error that the client reports, if any. */
async function send(operation: string, body: string): Promise<{ name: string; status: number } | null> {
  const client = new RekognitionClient({
    endpoint: service.url,
    region: 'us-east-1',
    credentials: { accessKeyId: pair('ACCESS_KEY_ID'), secretAccessKey: pair('SECRET_ACCESS_KEY') },
    maxAttempts: 1,
  });
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as SentRequest;
      request.body = body;
      request.headers['content-length'] = String(Buffer.byteLength(body));
      request.headers['x-amz-target'] = `RekognitionService.${operation}`;
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'fuzz' },
  );
  try {
    await client.send(new ListCollectionsCommand({}));
    return null;
  } catch (error) {
    const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { name, status: $metadata?.httpStatusCode ?? 0 };
  } finally {
    client.destroy();
  }
}

/** Values as they are documented, nearly so, and not at all. */
const value = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      'fuzz',
      ['ALL'],
      0,
      80,
      100,
      101,
      'NONE',
      { S3Object: {} },
      { Bytes: image },
      null,
    ),
  );

const body = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 4,
      arbitrary: fc
        .record(
          Object.fromEntries(
            [
              'CollectionId',
              'Image',
              'SourceImage',
              'TargetImage',
              'Attributes',
              'FaceId',
              'FaceIds',
              'MaxFaces',
              'MaxResults',
              'NextToken',
              'QualityFilter',
              'ExternalImageId',
              'FaceMatchThreshold',
              'SimilarityThreshold',
            ].map((name) => [name, value()]),
          ),
          { requiredKeys: [] },
        )
        .map((fields) => JSON.stringify({ CollectionId: 'fuzz', Image: { Bytes: image }, ...fields })),
    },
  );

it('answers every signed request with success or a documented error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...OPERATIONS), body(), async (operation, text) => {
      const failure = await send(operation, text);
      if (failure !== null) expect(failure, text).toMatchObject({ status: 400 });
    }),
    { numRuns: RUNS },
  );
  expect(service.log()).not.toContain('unexpected error');
});

const headerText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.stringMatching(/^[\x20-\x7e]{0,200}$/),
    fc.constantFrom(
      'AWS4-HMAC-SHA256 Credential=FCTA2222222222222222/20260101/r/rekognition/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=' +
        '0'.repeat(64),
      'AWS4-HMAC-SHA256 Credential=a/b/c, SignedHeaders=, Signature=zz',
      'AWS4-HMAC-SHA256 ,,,===',
    ),
  );

it('rejects every request that is not signed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATIONS),
      headerText(),
      headerText(),
      async (name, authorization, date) => {
        const response = await fetch(`${service.url}/`, {
          method: 'POST',
          headers: { 'x-amz-target': `RekognitionService.${name}`, 'x-amz-date': date, authorization },
          body: '{}',
        });
        expect(response.status).toBe(400);
        expect(response.headers.get('content-type')).toMatch(/^application\/x-amz-json-1\.1/);
        expect(await response.json()).toMatchObject({
          __type: expect.stringMatching(/Exception$/) as string,
        });
      },
    ),
    { numRuns: RUNS },
  );
  expect(service.log()).not.toContain('unexpected error');
});
