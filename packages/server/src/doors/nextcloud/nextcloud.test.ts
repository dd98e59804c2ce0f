import { distance } from '@facet/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crowdOf, FACE_IMAGE, FACELESS_IMAGE, OTHER_FACE_IMAGE } from '../../fake-engine.test.fixture.js';
import { API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ env: { FACET_NEXTCLOUD: '1', FACET_MAX_IMAGE_BYTES: '100000' } });
});
afterAll(() => app.close());

interface FoundFace {
  readonly detection_confidence: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly landmarks: readonly { readonly x: number; readonly y: number }[];
  readonly descriptor: readonly number[];
}

/** As the class ExternalModel of the app sends it with curl: a file with its name and type. */
async function post(
  path: string,
  image: Uint8Array,
  face?: unknown,
  apiKey = API_KEY,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(image)], { type: 'image/jpeg' }), 'oc_tmp_x1.jpg');
  if (face !== undefined) form.append('face', typeof face === 'string' ? face : JSON.stringify(face));
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Record<string, unknown> };
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(app.url + path, { headers });

const facesOf = async (image: Uint8Array): Promise<readonly FoundFace[]> =>
  (await post('/detect', image)).body['faces'] as readonly FoundFace[];

describe('the external model of Nextcloud', () => {
  it('is not there unless the operator turns it on', async () => {
    const plain = await runApp();
    for (const path of ['/open', '/health', '/welcome'])
      expect((await fetch(plain.url + path)).status).toBe(404);
    await plain.close();
  });

  it('opens with the shared key, and is well without', async () => {
    const opened = await get('/open', { 'x-api-key': API_KEY });
    expect(await opened.json()).toEqual({ preferred_mimetype: 'image/jpeg', maximum_area: 3840 * 2160 });
    expect(await (await get('/welcome')).json()).toMatchObject({
      'facerecognition-external-model': 'welcome',
    });
    expect(await (await get('/health')).text()).toBe('ok');
    for (const headers of [{}, { 'x-api-key': 'x' }, { user_id: API_KEY }])
      expect((await get('/open', headers)).status).toBe(401);
  });

  it('finds faces with what the app keeps of them', async () => {
    const { status, body } = await post('/detect', FACE_IMAGE);
    expect([status, body]).toMatchObject([200, { filename: 'oc_tmp_x1.jpg', 'faces-count': 1 }]);
    const [face] = body['faces'] as readonly [FoundFace];
    expect(face.detection_confidence).toBeGreaterThanOrEqual(0.99);
    expect([face.left, face.top, face.right, face.bottom].every(Number.isInteger)).toBe(true);
    expect(face.right).toBeGreaterThan(face.left);
    expect(face.bottom).toBeGreaterThan(face.top);
    expect(face.landmarks).toHaveLength(5);
    expect(face.descriptor).toHaveLength(128);
    expect((await post('/detect', FACELESS_IMAGE)).body).toMatchObject({ 'faces-count': 0, faces: [] });
  });

  it('has descriptors as far apart as dlib has them', async () => {
    const [[first], [second]] = [await facesOf(FACE_IMAGE), await facesOf(OTHER_FACE_IMAGE)];
    const apart = distance(
      Float32Array.from(first?.descriptor ?? []),
      Float32Array.from(second?.descriptor ?? []),
    );
    // The faces are 0.25 apart.
    expect(apart).toBeCloseTo(0.275, 5);
  });

  it('finds every face of a photo, and counts every eight as a call', async () => {
    const { body, headers } = await post('/detect', crowdOf(40));
    expect(body['faces-count']).toBe(40);
    expect((body['faces'] as readonly FoundFace[]).every(({ descriptor }) => descriptor.length === 128)).toBe(
      true,
    );
    expect(headers.get('x-quota-calls')).toBe('5');
    expect((await post('/detect', FACE_IMAGE)).headers.get('x-quota-calls')).toBe('1');
  });

  it('computes the descriptor of a given face', async () => {
    const given = { left: 10, top: 20, right: 110, bottom: 140, detection_confidence: 1.05 };
    const { status, body } = await post('/compute', FACE_IMAGE, given);
    expect([status, body]).toMatchObject([200, { filename: 'oc_tmp_x1.jpg', face: given }]);
    expect((body['face'] as FoundFace).landmarks).toHaveLength(5);
    expect((body['face'] as FoundFace).descriptor).toHaveLength(128);
  });

  it('leaves out what a given face has of members with members, however deep', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const given = `{"left":10,"top":20,"right":110,"bottom":140,"id":"a","deep":${deep}}`;
    const { status, body } = await post('/compute', FACE_IMAGE, given);
    expect(status).toBe(200);
    expect(body['face']).toMatchObject({ left: 10, id: 'a' });
    expect(body['face']).not.toHaveProperty('deep');
  });

  it.each<[string, Uint8Array, unknown, number]>([
    ['/compute', FACE_IMAGE, undefined, 400],
    ['/compute', FACE_IMAGE, '{', 400],
    ['/compute', FACE_IMAGE, [], 400],
    ['/compute', FACE_IMAGE, { left: 'a', top: 1, right: 2, bottom: 3 }, 400],
    ['/compute', FACE_IMAGE, { left: 9, top: 1, right: 2, bottom: 3 }, 400],
    ['/compute', FACE_IMAGE, { left: 1, top: 1, right: 2, bottom: 3, x: 'x'.repeat(70_000) }, 400],
    ['/detect', new Uint8Array(100_001), undefined, 412],
  ])('says what is wrong by its status: %s %#', async (path, image, face, status) => {
    expect(await post(path, image, face)).toMatchObject({
      status,
      body: { error: expect.any(String) as unknown },
    });
  });

  it('takes images as files alone, from callers that it knows', async () => {
    expect((await post('/detect', FACE_IMAGE, undefined, 'x')).status).toBe(401);
    const form = new FormData();
    form.append('file', 'http://127.0.0.1/photo.jpg');
    const headers = { 'x-api-key': API_KEY };
    expect((await fetch(`${app.url}/detect`, { method: 'POST', headers, body: form })).status).toBe(400);
  });
});
