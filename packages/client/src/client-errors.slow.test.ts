import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import { FACET_CODES } from './error-codes.js';
import { FacetError, InputError } from './errors.js';
import { IMAGE_ATTRIBUTES } from './read-attributes.js';
import { AuthError, EnrolmentError, NoFaceError, QualityError } from './service-errors.js';
import { greyPng, photo, photoPath } from './photos.test.fixture.js';
import { startService, API_KEY, type StartedService } from './started-service.test.fixture.js';

let service: StartedService;
let client: FacetClient;

beforeAll(async () => {
  service = await startService({
    FACET_MAX_IMAGE_BYTES: '250000',
    FACET_MAX_PIXELS: '3000000',
  });
  client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
});
afterAll(() => service.stop());

const errorOf = async (call: Promise<unknown>): Promise<FacetError> => {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof FacetError)) throw new Error('The call did not fail with a FacetError.');
  return outcome;
};

describe('errors of the service', () => {
  it('names the image without a face', async () => {
    const error = await errorOf(client.match(photoPath(1), greyPng()));
    expect(error).toBeInstanceOf(NoFaceError);
    expect(error).toMatchObject({
      kind: 'no-face',
      code: FACET_CODES.noFace,
      httpStatus: 422,
      field: 'img_2',
    });
    expect(error.message).toMatch(/img_2/);
    expect(error.requestId).toMatch(/./);
    expect((await client.attributes(greyPng())).faces).toEqual([]);
  });

  it('lists every failed condition of the quality check', async () => {
    const error = await errorOf(client.vector(photoPath(1), { quality: true, box: [0, 0, 50, 50] }));
    if (!(error instanceof QualityError)) throw error;
    expect(error).toMatchObject({
      kind: 'quality',
      code: FACET_CODES.faceTooSmall,
      message: 'Face too Small',
    });
    expect(error.failed[0]).toEqual({
      attribute: 'Image size',
      error: 'Face too Small',
      value: 50,
      threshold: 60,
    });
    expect(error.failed.map(({ attribute }) => attribute)).toContain('Lighting');
  });

  it('lists every rule of the enrolment check that a photo breaks', async () => {
    const error = await errorOf(client.vector(photoPath(3), { quality: 'enrolment' }));
    if (!(error instanceof EnrolmentError)) throw error;
    expect(error).toMatchObject({ kind: 'enrolment', code: FACET_CODES.enrolmentCheck, httpStatus: 422 });
    expect(error.failed[0]).toEqual({
      rule: 'one_face',
      value: 3,
      bound: 'most',
      threshold: 1,
      advice: 'Make sure that nobody else is in the picture.',
    });
    expect(error.message).toContain('one_face 3 (at most 1)');
  });

  it('lists the known names when an attribute is not known', async () => {
    const error = await errorOf(
      client.attributes(photoPath(1), { returnAttributes: ['occlusion' as 'pose'] }),
    );
    expect(error).toMatchObject({ code: FACET_CODES.badParameter, kind: 'request' });
    expect(error.message).toContain(IMAGE_ATTRIBUTES.join(', '));
  });

  it.each([
    ['unreadable', () => photo(1).then((bytes) => bytes.subarray(0, 5000)), 'unreadableImage', 400, 'image'],
    ['of another format', () => Promise.resolve(Buffer.from('GIF89a')), 'imageFormat', 400, 'image'],
    ['with too many bytes', () => photo(6), 'tooManyBytes', 413, 'image'],
    ['with too many pixels', () => Promise.resolve(greyPng(2000)), 'tooManyPixels', 413, 'image'],
    ['behind a private URL', () => Promise.resolve('http://127.0.0.1:9/a'), 'urlRejected', 422, 'image-url'],
  ] as const)('tells an image %s', async (_what, make, code, httpStatus, kind) => {
    const error = await errorOf(client.vector(await make()));
    expect(error).toMatchObject({ name: 'FacetServiceError', code: FACET_CODES[code], httpStatus, kind });
  });

  it('tells a bad box', async () => {
    const error = await errorOf(client.vector(photoPath(1), { box: [50, 50, 10, 10] }));
    expect(error).toMatchObject({ code: FACET_CODES.badParameter, kind: 'request' });
    expect(error.message).toMatch(/50,50,10,10/);
  });

  it('names an unknown API key', async () => {
    const stranger = new FacetClient({ baseUrl: service.url, apiKey: 'nobody-known' });
    const unknown = await errorOf(stranger.vector(photoPath(1)));
    expect(unknown).toBeInstanceOf(AuthError);
    expect(unknown).toMatchObject({ kind: 'auth', code: FACET_CODES.unknownApiKey, httpStatus: 401 });
  });

  it('tells a wrong path in baseUrl', async () => {
    const lost = new FacetClient({ baseUrl: `${service.url}/v9/`, apiKey: API_KEY });
    expect(await errorOf(lost.vector(photoPath(1)))).toMatchObject({
      code: FACET_CODES.notFound,
      kind: 'request',
    });
  });
});

describe('errors before anything is sent', () => {
  it.each([
    ['no-such-photo.jpg', /"no-such-photo.jpg" cannot be read: there is no such file/],
    ['.', /"\." is not a file/],
    ['', /empty string/],
    [new URL('blob:https://example.com/1'), /not with blob:/],
    [{} as never, /An image is a path, URL/],
    [42 as never, /An image is a path, URL/],
    [undefined as never, /image for img is missing/],
    [null as never, /An image is a path, URL/],
  ])('%j', async (source, message) => {
    const error = await errorOf(client.vector(source));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ kind: 'input', code: undefined, httpStatus: undefined });
    expect(error.message).toMatch(message);
  });

  it('an image over the client’s own limit, whatever its form', async () => {
    const small = new FacetClient({ baseUrl: service.url, apiKey: API_KEY, maxImageBytes: 1000 });
    const bytes = await photo(1);
    for (const source of [photoPath(1), bytes, new Blob([new Uint8Array(bytes)]).stream()]) {
      const error = await errorOf(small.vector(source));
      expect(error).toMatchObject({ kind: 'input' });
      expect(error.message).toMatch(/maxImageBytes/);
    }
  });

  it('a box that is none', async () => {
    const error = await errorOf(client.vector(photoPath(1), { box: [1, 2, 3] as never }));
    expect(error.message).toBe('A box is four numbers, x1, y1, x2, y2, but is [1,2,3].');
  });

  it('a stream that fails, gives text, or is being read', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(3);
      await Promise.reject(new Error('disk gone'));
    }
    async function* text(): AsyncGenerator<string> {
      yield await Promise.resolve('text');
    }
    const locked = new Blob(['x']).stream();
    locked.getReader();
    expect(await errorOf(client.vector(failing()))).toMatchObject({
      kind: 'input',
      cause: { message: 'disk gone' },
    });
    expect((await errorOf(client.vector(text() as never))).message).toMatch(/gave a string/);
    expect((await errorOf(client.vector(locked))).message).toMatch(/already being read/);
  });
});
