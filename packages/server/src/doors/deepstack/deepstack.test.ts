import { EngineError, VECTOR_MODEL } from '@facet/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_LIMITS } from '../../accounts/api-keys/key-limits.js';
import {
  FACE_IMAGE,
  FACELESS_IMAGE,
  OTHER_FACE_IMAGE as OTHER_IMAGE,
} from '../../fake-engine.test.fixture.js';
import { vectorOf } from '../../people/vector-of.test.fixture.js';
import { postJson } from '../../calls.test.fixture.js';
import { API_KEY, OTHER_API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';

const ENV = { FACET_COLLECTIONS: '1', FACET_DEEPSTACK: '1', FACET_MAX_BODY_BYTES: '1000000' };

let app: RunningApp;
/** With an API key for clients that send none. */
let home: RunningApp;
beforeAll(async () => {
  app = await runApp({ env: ENV });
  home = await runApp({ env: { ...ENV, FACET_DEEPSTACK_KEY: API_KEY } });
});
afterAll(async () => {
  await app.close();
  await home.close();
});

interface Answer {
  readonly status: number;
  readonly body: {
    readonly success: boolean;
    readonly predictions?: readonly {
      readonly userid?: string;
      readonly confidence: number;
      readonly x_min: number;
    }[];
    readonly faces?: readonly string[];
    readonly message?: string;
    readonly error?: string;
    readonly similarity?: number;
  };
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Answer['body'],
});

type Fields = Readonly<Record<string, string | Uint8Array>>;

/** As the npm package form-data, which Double Take sends with, and Python's requests write a form. */
function formOf(
  fields: Fields,
  fileType: string,
): { readonly type: string; readonly body: Uint8Array<ArrayBuffer> } {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(
      typeof value === 'string'
        ? `--b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
        : `--b0\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n${fileType}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  const body = Uint8Array.from(Buffer.concat([...parts, Buffer.from('--b0--\r\n')]));
  return { type: 'multipart/form-data; boundary=b0', body };
}

async function send(
  path: string,
  fields: Fields,
  {
    url = app.url,
    fileType = '',
    headers = {},
  }: { url?: string; fileType?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { type, body } = formOf(fields, fileType);
  return answerOf(
    await fetch(`${url}/v1/vision/face${path}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    }),
  );
}

/** As Python's requests sends fields without a file. */
const sendUrlEncoded = async (path: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  answerOf(
    await fetch(`${app.url}/v1/vision/face${path}`, { method: 'POST', body: new URLSearchParams(fields) }),
  );

const api_key = API_KEY;
const namesOf = async (apiKey = API_KEY): Promise<unknown> =>
  (await sendUrlEncoded('/list', { api_key: apiKey })).body.faces;

beforeEach(async () => {
  for (const key of [API_KEY, OTHER_API_KEY])
    for (const userid of (await sendUrlEncoded('/list', { api_key: key })).body.faces ?? [])
      await sendUrlEncoded('/delete', { api_key: key, userid });
});

describe('the door of DeepStack', () => {
  it('is not there unless the operator turns it on, and needs collections', async () => {
    const plain = await runApp();
    expect((await fetch(`${plain.url}/v1/vision/face/list`, { method: 'POST' })).status).toBe(404);
    await plain.close();
    await expect(runApp({ env: { FACET_DEEPSTACK: '1' } })).rejects.toThrow('FACET_COLLECTIONS=1');
    await expect(runApp({ env: { FACET_DEEPSTACK_KEY: 'x' } })).rejects.toThrow('FACET_DEEPSTACK=1');
    await expect(runApp({ env: { ...ENV, FACET_DEEPSTACK_NETWORKS: 'camera' } })).rejects.toThrow('networks');
  });

  it('speaks with Double Take: training, recognition, removal', async () => {
    const sent = { fileType: 'Content-Type: image/jpeg\r\n' };
    const trained = await send('/register', { image: FACE_IMAGE, userid: 'Anna', api_key }, sent);
    expect(trained).toEqual({ status: 200, body: { success: true, message: 'face added', duration: 0 } });
    const again = await send('/register', { image: OTHER_IMAGE, userid: 'Anna', api_key }, sent);
    expect(again.body.message).toBe('face updated');

    const { body } = await send('/recognize', { image: FACE_IMAGE, api_key }, sent);
    expect(body).toMatchObject({ success: true, predictions: [{ userid: 'Anna' }], duration: 0 });
    const [face] = body.predictions ?? [];
    // Its verdict on a match: 60 per cent, and an area in pixels.
    expect(face?.confidence).toBeGreaterThan(0.6);
    expect(Object.keys(face ?? {}).toSorted()).toEqual(
      ['confidence', 'userid', 'x_max', 'x_min', 'y_max', 'y_min'].toSorted(),
    );

    expect(await send('/delete', { userid: 'Anna', api_key })).toEqual({
      status: 200,
      body: { success: true, duration: 0 },
    });
    const { body: after } = await send('/recognize', { image: FACE_IMAGE, api_key }, sent);
    expect(after.predictions).toMatchObject([{ userid: 'unknown', confidence: 0 }]);
  });

  it('speaks with Viseron and the integration of Home Assistant', async () => {
    const common = { api_key, min_confidence: '0.8' };
    expect((await sendUrlEncoded('/delete', { ...common, userid: 'Jürgen Ü.' })).body.success).toBe(true);
    for (const path of ['', '/'])
      expect((await send(path, { ...common, image: FACE_IMAGE })).body.predictions).toHaveLength(1);
    await send('/register', { ...common, image: FACE_IMAGE, userid: 'Jürgen Ü.' });
    expect((await sendUrlEncoded('/list', { api_key })).body).toEqual({
      success: true,
      faces: ['Jürgen Ü.'],
      duration: 0,
    });
    const { body } = await send('/recognize', { ...common, image: FACE_IMAGE });
    expect(body.predictions).toMatchObject([{ userid: 'Jürgen Ü.' }]);
  });

  it('names nobody who is farther than the threshold, however little the client asks for', async () => {
    await postJson(
      `${app.url}/collections/deepstack/people/stranger/faces`,
      { vec: vectorOf(7) },
      { user_id: API_KEY, 'x-facet-model': VECTOR_MODEL },
    );
    const { body } = await send('/recognize', { image: FACE_IMAGE, min_confidence: '0', api_key });
    expect(body.predictions).toMatchObject([{ userid: 'unknown', confidence: 0 }]);
  });

  it('compares two faces', async () => {
    const same = await send('/match', { image1: FACE_IMAGE, image2: FACE_IMAGE, api_key });
    expect(same.body.similarity).toBeGreaterThan(0.99);
    const other = await send('/match', { image1: FACE_IMAGE, image2: OTHER_IMAGE, api_key });
    expect(other.body.similarity).toBeLessThan(same.body.similarity ?? 0);
    expect(await send('/match', { image1: FACE_IMAGE, image2: FACELESS_IMAGE, api_key })).toEqual({
      status: 200,
      body: { success: false, error: 'no face found', duration: 0 },
    });
  });

  it('registers the faces of several images, each as a call, and skips images without', async () => {
    const { db } = app.accounts.database;
    const used = async (): Promise<number> => {
      const rows = await db.selectFrom('usage_day').select('calls').execute();
      return rows.reduce((sum, { calls }) => sum + calls, 0);
    };
    const before = await used();
    const images = { image1: FACE_IMAGE, image2: FACELESS_IMAGE, image3: OTHER_IMAGE };
    expect((await send('/register', { ...images, userid: 'Bo', api_key })).body.success).toBe(true);
    expect((await used()) - before).toBe(3);
    const response = await fetch(`${app.url}/collections/deepstack/people/Bo`, {
      headers: { user_id: API_KEY },
    });
    expect(((await response.json()) as { data: { faces: unknown[] } }).data.faces).toHaveLength(2);
  });

  it('knows nobody of another account', async () => {
    await send('/register', { image: FACE_IMAGE, userid: 'Anna', api_key });
    await send('/delete', { userid: 'Anna', api_key: OTHER_API_KEY });
    expect([await namesOf(), await namesOf(OTHER_API_KEY)]).toEqual([['Anna'], []]);
    const { body } = await send('/recognize', { image: FACE_IMAGE, api_key: OTHER_API_KEY });
    expect(body.predictions).toMatchObject([{ userid: 'unknown' }]);
  });
});

describe('a request that is wrong gets an error of DeepStack', () => {
  const image = FACE_IMAGE;
  it.each<[string, Fields, number, string]>([
    ['', { api_key }, 400, 'No valid image file found'],
    ['', { api_key, image: 'no file' }, 400, 'No valid image file found'],
    ['', { api_key, image, min_confidence: 'much' }, 400, 'Invalid value for min_confidence'],
    ['', { api_key, image, min_confidence: '2' }, 400, 'min_confidence cannot be greater than 1'],
    ['', { image }, 401, 'Incorrect api key'],
    ['', { api_key: '', image }, 401, 'Incorrect api key'],
    ['', { api_key: 'x', image }, 401, 'Incorrect api key'],
    ['', { api_key: 'x'.repeat(500), image }, 401, 'Incorrect api key'],
    ['/register', { api_key, image }, 400, 'userid not specified'],
    ['/register', { api_key, image, userid: ' ' }, 400, 'userid must'],
    ['/register', { api_key, image, userid: 'x'.repeat(101) }, 400, 'userid must'],
    ['/register', { api_key, image, userid: 'x'.repeat(2000) }, 400, 'userid is too long'],
    ['/register', { api_key, userid: 'a' }, 400, 'No valid image file found'],
    ['/register', { api_key, userid: 'a', image: FACELESS_IMAGE }, 400, 'no face detected'],
    ['/match', { api_key }, 400, 'No valid image file found'],
    ['/match', { api_key, image1: image }, 400, 'expected two image files'],
    ['/match', { api_key, image1: image, image2: image, image3: image }, 400, 'only two images'],
    ['/delete', { api_key }, 400, 'userid not specified'],
    ['/elsewhere', { api_key }, 404, 'There is nothing at this path'],
  ])('%s %#', async (path, fields, status, error) => {
    const answer = await send(path, fields);
    expect(answer).toEqual({
      status,
      body: { success: false, error: expect.stringContaining(error) as unknown, duration: 0 },
    });
  });

  it.each<[string, RequestInit]>([
    ['without a body', {}],
    ['as JSON', { body: '{"api_key":"x"}', headers: { 'content-type': 'application/json' } }],
    ['as JSON with another key', { body: '{}', headers: { user_id: API_KEY, 'x-api-key': API_KEY } }],
  ])('%s', async (_name, init) => {
    const answer = await answerOf(await fetch(`${app.url}/v1/vision/face/list`, { method: 'POST', ...init }));
    expect(answer).toMatchObject({ status: 401, body: { success: false } });
  });

  it('as one whose image cannot be read', async () => {
    app.engine.throws = new EngineError('image-format');
    try {
      expect(await send('', { image, api_key })).toEqual({
        status: 400,
        body: { success: false, error: 'invalid image', duration: 0 },
      });
    } finally {
      app.engine.throws = null;
    }
  });

  it('as an overlong form', async () => {
    const answer = await sendUrlEncoded('/list', { api_key, other: 'x'.repeat(70_000) });
    expect(answer).toMatchObject({ status: 413, body: { success: false } });
  });

  it('as one whose API key is for something else', async () => {
    const key = await app.accounts.apiKeys.add('account-0', 'camera', { ...NO_LIMITS, scopes: ['search'] });
    const statusOf = async (path: string): Promise<number> =>
      (await send(path, { api_key: key, image: FACE_IMAGE, userid: 'a' })).status;
    expect(await statusOf('/recognize')).toBe(200);
    for (const path of ['', '/register', '/delete', '/list', '/match'])
      expect(await statusOf(path)).toBe(403);
  });
});

describe('a client without an API key', () => {
  const list = (options: { headers?: Readonly<Record<string, string>> } = {}): Promise<Answer> =>
    send('/list', {}, { url: home.url, ...options });

  it('is let in from the networks of the setting', async () => {
    expect((await list()).body.success).toBe(true);
    // As Python's client sends none.
    expect((await send('/list', { api_key: '' }, { url: home.url })).body.success).toBe(true);
    expect((await send('/list', { api_key: 'x' }, { url: home.url })).status).toBe(401);
    const elsewhere = await runApp({
      env: { ...ENV, FACET_DEEPSTACK_KEY: API_KEY, FACET_DEEPSTACK_NETWORKS: '10.7.0.0/16,::1' },
    });
    expect((await send('/list', {}, { url: elsewhere.url })).status).toBe(401);
    await elsewhere.close();
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is not let in by a proxy that nobody trusts (%s)',
    async (name) => {
      expect((await list({ headers: { [name]: '127.0.0.1' } })).status).toBe(401);
    },
  );

  it('is let in by one trusted proxy that names its network, and by nothing that only says so', async () => {
    const behind = await runApp({
      env: {
        ...ENV,
        FACET_DEEPSTACK_KEY: API_KEY,
        FACET_DEEPSTACK_NETWORKS: '127.0.0.0/8,10.7.0.0/16',
        FACET_TRUST_PROXY: '1',
      },
    });
    const statusFrom = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await send('/list', {}, { url: behind.url, headers })).status;
    expect(await statusFrom({ 'x-forwarded-for': '10.7.2.3' })).toBe(200);
    for (const forged of [
      '127.0.0.1',
      '::ffff:127.0.0.1',
      '10.2.0.1',
      '9.9.9.9, 10.7.2.3',
      '10.7.2.3, 10.7.2.3',
    ])
      expect(await statusFrom({ 'x-forwarded-for': forged }), forged).toBe(401);
    expect(await statusFrom({ 'x-forwarded-for': '10.7.2.3', via: '1.1 other' })).toBe(401);
    await behind.close();
  });

  it('is no web page of another site', async () => {
    expect((await list({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await list({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });
});
