import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { base64, postForm, postJson, type ServiceResponse } from './calls.js';
import { emptyPicture, threePeople } from './photos.js';
import { useService, API_KEY, type StartedService } from './started-service.js';

/** The photo that the examples call sample1.jpg; sample3.jpg is the one of three people. */
const otherPeople = (): Promise<Buffer> =>
  readFile(new URL('../../node_modules/@vladmandic/face-api/demo/sample1.jpg', import.meta.url));

type Examples = Readonly<Record<string, { readonly value: unknown } | undefined>>;

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      | {
          readonly post: {
            readonly responses: Readonly<
              Record<string, { content: { 'application/json': { examples: Examples } } } | undefined>
            >;
          };
        }
      | undefined
    >
  >;
}

const shared = useService();
let service: StartedService;
let document: Document;
let first: string;
let second: string;
beforeAll(async () => {
  service = shared();
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
  [first, second] = (await Promise.all([otherPeople(), threePeople()])).map(base64) as [string, string];
});

const example = (path: string, { status }: ServiceResponse, name: string): unknown =>
  document.paths[path]?.post.responses[String(status)]?.content['application/json'].examples[name]?.value;

/** Numbers of another processor differ a little, in pixels as in small fractions. */
function expectAlike(actual: unknown, expected: unknown, at = ''): void {
  if (typeof expected === 'number') {
    expect(Math.abs(Number(actual) - expected), at).toBeLessThan(Math.abs(expected) > 2 ? 3 : 0.02);
  } else if (typeof expected === 'string' && /^\d\.\d+$/.test(expected)) {
    expectAlike(Number(actual), Number(expected), at);
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual as object), at).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected))
      expectAlike((actual as Record<string, unknown>)[key], value, `${at}.${key}`);
  } else expect(actual, at).toBe(expected);
}

const SAME_WOMAN = 'bboxes_1=1479,221,1665,425&bboxes_2=1075,234,1295,514';

it.each([
  ['/get_image_attr', '?bboxes=592,337,801,608', 'one-face'],
  ['/get_face_vec', '', 'vector'],
  ['/match_faces', `?${SAME_WOMAN}`, 'match'],
  ['/match_faces', '', 'not-a-match'],
  ['/compare_faces', `?${SAME_WOMAN}`, 'match'],
])('shows for %s%s what the service responds with: %s', async (path, query, name) => {
  const images = { image_attr: second, img: second, img_1: first, img_2: second };
  const answer = await postJson(`${service.url}${path}${query}`, images);
  expectAlike(answer.body, example(path, answer, name));
});

it('shows an image without a face', async () => {
  const answer = await postForm(`${service.url}/get_image_attr`, {
    image_attr: await emptyPicture(1920, 1350),
  });
  expect(answer.body).toEqual(example('/get_image_attr', answer, 'no-face'));
});

it('shows the errors in the words of the service', async () => {
  const photo = await threePeople();
  const gif = Buffer.from(`GIF89a${'0'.repeat(300)}`);
  const vec = `${service.url}/get_face_vec`;
  const responses: [name: string, path: string, answer: ServiceResponse][] = [
    ['missing-field', '/get_face_vec', await postJson(vec, {})],
    ['bad-parameter', '/get_face_vec', await postJson(`${vec}?bboxes=10,20,30`, { img: second })],
    ['unreadable-image', '/get_face_vec', await postForm(vec, { img: photo.subarray(0, 20_000) })],
    ['image-format', '/get_face_vec', await postForm(vec, { img: gif })],
    ['malformed-body', '/get_face_vec', await postText(vec, 'application/json', '{"img": ')],
    ['too-many-bytes', '/get_face_vec', await postForm(vec, { img: Buffer.alloc(20_971_521) })],
    ['url-rejected', '/get_face_vec', await postJson(vec, { img: 'http://127.0.0.1/photo.jpg' })],
    ['no-face', '/get_face_vec', await postForm(vec, { img: await emptyPicture() })],
    ['no-api-key', '/get_face_vec', await postJson(vec, {}, {})],
    ['unknown-api-key', '/get_face_vec', await postJson(vec, {}, { user_id: 'nobody-knows-this' })],
    ['content-type', '/get_face_vec', await postText(vec, 'text/plain', 'photo')],
    [
      'mixed-inputs',
      '/match_faces',
      await postForm(`${service.url}/match_faces`, { img_1: photo, img_2: second }),
    ],
  ];
  for (const [name, path, answer] of responses)
    expect(answer.body, name).toEqual(example(path, answer, name));
});

async function postText(url: string, type: string, body: string): Promise<ServiceResponse> {
  const headers = { user_id: API_KEY, 'content-type': type };
  const response = await fetch(url, { method: 'POST', headers, body });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ServiceResponse['body'],
  };
}
