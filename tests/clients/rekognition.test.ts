import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  CompareFacesCommand,
  CreateCollectionCommand,
  DeleteCollectionCommand,
  DeleteFacesCommand,
  DescribeCollectionCommand,
  DetectFacesCommand,
  DetectLabelsCommand,
  IndexFacesCommand,
  ListCollectionsCommand,
  ListFacesCommand,
  RekognitionClient,
  SearchFacesByImageCommand,
  SearchFacesCommand,
  type FaceDetail,
} from '@aws-sdk/client-rekognition';
import { startService, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PHOTOS } from './photos.js';
import { PYTHON, runProgram } from './programs.js';

interface Pair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The pair in what the service or the admin command prints. */
function pairIn(text: string): Pair {
  const [accessKeyId = '', secretAccessKey = ''] = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
    (name) => new RegExp(`^AWS_${name}=(\\S+)$`, 'm').exec(text)?.[1],
  );
  expect(secretAccessKey).toHaveLength(40);
  return { accessKeyId, secretAccessKey };
}

let service: StartedService;
let demo: Pair;
let group: Uint8Array;
let portrait: Uint8Array;

const clientOf = (
  credentials: Pair,
  more: Partial<ConstructorParameters<typeof RekognitionClient>[0]> = {},
) =>
  new RekognitionClient({
    endpoint: service.url,
    region: 'eu-central-1',
    credentials,
    maxAttempts: 1,
    ...more,
  });

/** What the client throws: its name and the HTTP status. */
async function failureOf(work: Promise<unknown>): Promise<[name: string, status: number]> {
  const error = await work.then(
    () => new Error('The call succeeded.'),
    (reason: unknown) => reason as Error & { $metadata?: { httpStatusCode?: number; requestId?: string } },
  );
  const { httpStatusCode = 0, requestId } = '$metadata' in error ? (error.$metadata ?? {}) : {};
  expect(requestId, String(error)).toMatch(/^[\w-]{36}$/);
  return [error.name, httpStatusCode];
}

const centreOf = ({ BoundingBox }: FaceDetail): number =>
  (BoundingBox?.Left ?? 0) + (BoundingBox?.Width ?? 0) / 2;

beforeAll(async () => {
  const env = {
    FACET_WORKERS: '1',
    FACET_COLLECTIONS: '1',
    FACET_REKOGNITION: '1',
    FACET_DEADLINE_MS: '240000',
  };
  service = await startService({ apiKey: 'rekognition-client-key', env });
  demo = await vi.waitFor(() => pairIn(service.output()), { timeout: 60_000 });
  group = await readFile(`${PHOTOS}sample1.jpg`);
  portrait = await readFile(`${PHOTOS}sample5.jpg`);
});
afterAll(() => service.stop());

describe('the JavaScript client of AWS', () => {
  it('detects faces', async () => {
    const client = clientOf(demo);
    const { FaceDetails = [] } = await client.send(new DetectFacesCommand({ Image: { Bytes: group } }));
    expect(FaceDetails.length).toBeGreaterThan(1);
    for (const { BoundingBox, Confidence, Landmarks, Pose, Quality, AgeRange } of FaceDetails) {
      for (const share of Object.values(BoundingBox ?? {})) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(Confidence).toBeGreaterThan(50);
      expect(Landmarks?.map(({ Type }) => Type)).toEqual([
        'eyeLeft',
        'eyeRight',
        'mouthLeft',
        'mouthRight',
        'nose',
      ]);
      expect(Object.keys(Pose ?? {})).toEqual(['Roll', 'Yaw', 'Pitch']);
      expect(Quality?.Brightness).toBeGreaterThan(0);
      expect(AgeRange).toBeUndefined();
    }
    const all = await client.send(new DetectFacesCommand({ Image: { Bytes: group }, Attributes: ['ALL'] }));
    const [first] = all.FaceDetails ?? [];
    expect(first).toMatchObject({
      AgeRange: { Low: expect.any(Number) as number, High: expect.any(Number) as number },
      Gender: { Value: expect.stringMatching(/^(Fem|M)ale$/) as string },
      Smile: { Value: expect.any(Boolean) as boolean },
      EyesOpen: { Value: expect.any(Boolean) as boolean },
      MouthOpen: { Value: expect.any(Boolean) as boolean },
    });
    expect(first?.Landmarks).toHaveLength(28);
    const at = new Map(first?.Landmarks?.map(({ Type, X = 0, Y = 0 }) => [Type, { X, Y }]));
    expect(at.get('eyeLeft')?.X).toBeLessThan(at.get('eyeRight')?.X ?? 0);
    expect(at.get('chinBottom')?.Y).toBeGreaterThan(at.get('mouthDown')?.Y ?? 1);
  });

  it('compares faces', async () => {
    const {
      SourceImageFace,
      FaceMatches = [],
      UnmatchedFaces = [],
    } = await clientOf(demo).send(
      new CompareFacesCommand({ SourceImage: { Bytes: group }, TargetImage: { Bytes: group } }),
    );
    expect(SourceImageFace?.Confidence).toBeGreaterThan(50);
    expect(FaceMatches).toHaveLength(1);
    expect(FaceMatches[0]?.Similarity).toBeGreaterThan(95);
    expect(UnmatchedFaces.length).toBeGreaterThan(0);
    expect(centreOf(FaceMatches[0]?.Face ?? {})).toBeCloseTo(centreOf(SourceImageFace ?? {}), 1);
  });

  it('keeps, finds, lists and deletes faces', async () => {
    const client = clientOf(demo);
    const CollectionId = 'people';
    const created = await client.send(new CreateCollectionCommand({ CollectionId }));
    expect(created).toMatchObject({
      StatusCode: 200,
      CollectionArn: expect.stringContaining('people') as string,
    });
    expect(await failureOf(client.send(new CreateCollectionCommand({ CollectionId })))).toEqual([
      'ResourceAlreadyExistsException',
      400,
    ]);
    const { CollectionIds } = await client.send(new ListCollectionsCommand({}));
    expect(CollectionIds).toEqual(['people']);

    const index = new IndexFacesCommand({
      CollectionId,
      Image: { Bytes: group },
      ExternalImageId: 'group:1',
      QualityFilter: 'NONE',
      MaxFaces: 2,
      DetectionAttributes: ['ALL'],
    });
    const { FaceRecords = [], UnindexedFaces = [] } = await client.send(index);
    expect(FaceRecords.map(({ Face }) => Face?.ExternalImageId)).toEqual(['group:1', 'group:1']);
    expect(FaceRecords[0]?.FaceDetail?.AgeRange).toBeDefined();
    expect(UnindexedFaces.map(({ Reasons }) => Reasons)).toContainEqual(['EXCEEDS_MAX_FACES']);
    // A repeated request changes nothing.
    const again = await client.send(index);
    expect(again.FaceRecords?.map(({ Face }) => Face)).toEqual(FaceRecords.map(({ Face }) => Face));
    const other = await client.send(
      new IndexFacesCommand({ CollectionId, Image: { Bytes: portrait }, QualityFilter: 'NONE' }),
    );
    expect(other.FaceRecords?.length).toBeGreaterThan(0);
    const faces = 2 + (other.FaceRecords?.length ?? 0);
    const described = await client.send(new DescribeCollectionCommand({ CollectionId }));
    expect(described.FaceCount).toBe(faces);
    expect(described.CreationTimestamp?.getTime()).toBeGreaterThan(Date.now() - 600_000);

    const byImage = await client.send(
      new SearchFacesByImageCommand({ CollectionId, Image: { Bytes: group }, MaxFaces: 1 }),
    );
    const indexed = FaceRecords.map(({ Face }) => Face?.FaceId);
    expect(byImage.FaceMatches).toHaveLength(1);
    expect(indexed).toContain(byImage.FaceMatches?.[0]?.Face?.FaceId);
    expect(byImage.FaceMatches?.[0]?.Similarity).toBeGreaterThan(95);
    expect(byImage.SearchedFaceBoundingBox?.Width).toBeGreaterThan(0);

    const byId = await client.send(
      new SearchFacesCommand({ CollectionId, FaceId: indexed[0], FaceMatchThreshold: 0, MaxFaces: 10 }),
    );
    expect(byId.SearchedFaceId).toBe(indexed[0]);
    expect(byId.FaceMatches?.map(({ Face }) => Face?.FaceId)).toContain(indexed[1]);
    expect(byId.FaceMatches?.map(({ Face }) => Face?.FaceId)).not.toContain(indexed[0]);

    const listed: (string | undefined)[] = [];
    let NextToken: string | undefined;
    do {
      const page = await client.send(new ListFacesCommand({ CollectionId, MaxResults: 1, NextToken }));
      expect(page.Faces).toHaveLength(1);
      listed.push(page.Faces?.[0]?.FaceId);
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    expect(new Set(listed).size).toBe(faces);

    const gone = await client.send(
      new DeleteFacesCommand({ CollectionId, FaceIds: [indexed[0] ?? '', 'not-a-face'] }),
    );
    expect(gone.DeletedFaces).toEqual([indexed[0]]);
    expect(gone.UnsuccessfulFaceDeletions).toEqual([{ FaceId: 'not-a-face', Reasons: ['FACE_NOT_FOUND'] }]);
    expect(
      await failureOf(client.send(new SearchFacesCommand({ CollectionId, FaceId: indexed[0] }))),
    ).toEqual(['InvalidParameterException', 400]);
    expect(await client.send(new DeleteCollectionCommand({ CollectionId }))).toMatchObject({
      StatusCode: 200,
    });
    expect(await failureOf(client.send(new DescribeCollectionCommand({ CollectionId })))).toEqual([
      'ResourceNotFoundException',
      400,
    ]);
  });
});

interface SentRequest {
  body: unknown;
  readonly headers: Record<string, string>;
}
type Change = (request: SentRequest) => unknown;

/** A client that changes its requests, before or after they are signed. */
function changing(step: 'build' | 'finalizeRequest', change: Change): RekognitionClient {
  const client = clientOf(demo);
  const { add } = client.middlewareStack as unknown as {
    add: (
      middleware: (
        next: (args: { request: SentRequest }) => unknown,
      ) => (args: { request: SentRequest }) => unknown,
      options: { readonly step: string; readonly priority: 'low'; readonly name: string },
    ) => void;
  };
  add(
    (next) => (args) => {
      change(args.request);
      args.request.headers['content-length'] = String(Buffer.byteLength(String(args.request.body)));
      return next(args);
    },
    { step, priority: 'low', name: 'changing' },
  );
  return client;
}
const altering = (change: Change): RekognitionClient => changing('build', change);
const tampering = (change: Change): RekognitionClient => changing('finalizeRequest', change);

describe('a request that is rejected', () => {
  const list = new ListCollectionsCommand({});
  const MINUTE = 60_000;
  const describeOther = new DescribeCollectionCommand({ CollectionId: 'theirs' });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a wrong secret',
      () => clientOf({ ...demo, secretAccessKey: 'x'.repeat(40) }).send(list),
      'InvalidSignatureException',
    ],
    [
      'an unknown access key',
      () => clientOf({ ...demo, accessKeyId: 'FCTA2222222222222222' }).send(list),
      'UnrecognizedClientException',
    ],
    [
      'no key of this service at all',
      () => clientOf({ ...demo, accessKeyId: 'AKIDEXAMPLE' }).send(list),
      'UnrecognizedClientException',
    ],
    [
      'a clock that is six minutes slow',
      () => clientOf(demo, { systemClockOffset: -6 * MINUTE }).send(list),
      'InvalidSignatureException',
    ],
    [
      'a clock that is six minutes fast',
      () => clientOf(demo, { systemClockOffset: 6 * MINUTE }).send(list),
      'InvalidSignatureException',
    ],
    [
      'another body than was signed',
      () => tampering((request) => (request.body = '{"MaxResults":1}')).send(list),
      'InvalidSignatureException',
    ],
    [
      'another body, and its own hash, which is signed',
      () =>
        tampering((request) => {
          request.body = '{}';
          request.headers['x-amz-content-sha256'] =
            '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
        }).send(new ListCollectionsCommand({ MaxResults: 1 })),
      'InvalidSignatureException',
    ],
    [
      'another operation than was signed',
      () =>
        tampering(
          (request) => (request.headers['x-amz-target'] = 'RekognitionService.DeleteCollection'),
        ).send(describeOther),
      'InvalidSignatureException',
    ],
    [
      'no signature',
      () => tampering(({ headers }) => delete headers['authorization']).send(list),
      'MissingAuthenticationTokenException',
    ],
    [
      'half a signature',
      () =>
        tampering(({ headers }) => (headers['authorization'] = 'AWS4-HMAC-SHA256 Credential=a')).send(list),
      'IncompleteSignatureException',
    ],
    [
      'an operation of Amazon alone',
      () => clientOf(demo).send(new DetectLabelsCommand({ Image: { Bytes: portrait } })),
      'UnknownOperationException',
    ],
    [
      'another service',
      () => altering(({ headers }) => (headers['x-amz-target'] = 'DynamoDB.ListTables')).send(list),
      'UnknownOperationException',
    ],
    [
      'malformed JSON',
      () => altering((request) => (request.body = '{"MaxResults":')).send(list),
      'SerializationException',
    ],
    [
      'JSON of another kind',
      () => altering((request) => (request.body = '[1]')).send(list),
      'InvalidParameterException',
    ],
    [
      'JSON with more values than any request has',
      () => altering((request) => (request.body = `{"FaceIds":[${'1,'.repeat(20_000)}1]}`)).send(list),
      'SerializationException',
    ],
    [
      'a body larger than the operation can need',
      () => altering((request) => (request.body = JSON.stringify({ x: 'x'.repeat(2 ** 20) }))).send(list),
      'ImageTooLargeException',
    ],
    [
      'an image larger than the limit',
      () => clientOf(demo).send(new DetectFacesCommand({ Image: { Bytes: new Uint8Array(21 * 2 ** 20) } })),
      'ImageTooLargeException',
    ],
    [
      'no image',
      () => clientOf(demo).send(new DetectFacesCommand({ Image: {} })),
      'InvalidParameterException',
    ],
    [
      'bytes that are no image',
      () => clientOf(demo).send(new DetectFacesCommand({ Image: { Bytes: Buffer.from('no image') } })),
      'InvalidImageFormatException',
    ],
    [
      'the address of an image',
      () =>
        altering((request) => (request.body = '{"Image":{"Bytes":"http://127.0.0.1/"}}')).send(
          new DetectFacesCommand({ Image: { Bytes: portrait } }),
        ),
      'InvalidImageFormatException',
    ],
    [
      'an image in S3',
      () => clientOf(demo).send(new DetectFacesCommand({ Image: { S3Object: { Bucket: 'b', Name: 'n' } } })),
      'InvalidS3ObjectException',
    ],
    [
      'a name that no collection can have',
      () => clientOf(demo).send(new CreateCollectionCommand({ CollectionId: 'a/b' })),
      'InvalidParameterException',
    ],
    [
      'a long text in place of a name',
      () => clientOf(demo).send(new CreateCollectionCommand({ CollectionId: 'x'.repeat(20_000) })),
      'InvalidParameterException',
    ],
    [
      'a token that nobody gave',
      () => clientOf(demo).send(new ListCollectionsCommand({ NextToken: 'AAAA' })),
      'InvalidPaginationTokenException',
    ],
  ])('gets the documented error for %s', async (_what, work, name) => {
    expect(await failureOf(work())).toEqual([name, 400]);
  });

  it('does not see the collection of somebody else', async () => {
    const made = await service.admin('accounts', 'create', 'other@example.com', '--json');
    expect(made).toContain('other@example.com');
    await service.admin('plans', 'grant', 'other@example.com', 'unlimited');
    await service.admin('api-keys', 'add', 'other@example.com', 'theirs');
    const other = clientOf(
      pairIn(await service.admin('api-keys', 'access-key', 'other@example.com', 'theirs')),
    );
    await other.send(new CreateCollectionCommand({ CollectionId: 'theirs' }));
    expect(await failureOf(clientOf(demo).send(describeOther))).toEqual(['ResourceNotFoundException', 400]);
    expect(
      await failureOf(
        clientOf(demo).send(
          new SearchFacesByImageCommand({ CollectionId: 'theirs', Image: { Bytes: portrait } }),
        ),
      ),
    ).toEqual(['ResourceNotFoundException', 400]);
    // The pair ends with the API key.
    expect((await other.send(describeOther)).FaceCount).toBe(0);
    await service.admin('api-keys', 'revoke', 'other@example.com', 'theirs');
    expect(await failureOf(other.send(describeOther))).toEqual(['UnrecognizedClientException', 400]);
  });

  it('is logged without a secret', () => {
    expect(service.log()).not.toContain(demo.secretAccessKey);
    expect(service.log()).toContain('/rekognition/DetectFaces');
    expect(service.log()).not.toContain('unexpected error');
  });
});

describe('boto3', () => {
  it('makes the same calls', async () => {
    const program = fileURLToPath(new URL('rekognition.py', import.meta.url));
    const written = await runProgram(PYTHON, [program, `${PHOTOS}sample1.jpg`], {
      cwd: PHOTOS,
      env: {
        FACET_URL: service.url,
        AWS_ACCESS_KEY_ID: demo.accessKeyId,
        AWS_SECRET_ACCESS_KEY: demo.secretAccessKey,
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_EC2_METADATA_DISABLED: 'true',
      },
    });
    expect(written).toContain('all calls made');
  });
});
