import { describe, expect, it } from 'vitest';
import { BLENDSHAPE_NAMES, LANDMARK_NAMES } from './read-attributes.js';
import { alwaysMatch, scriptedClients, sendJson, sendMatch } from './scripted-server.test.fixture.js';

const scripted = scriptedClients();
const { clientOf } = scripted;

const IMAGE = new Uint8Array([0xff, 0xd8, 0xff]);
const BASE64 = '/9j/';

const OK = { status: 'ok', code: '1000', success: true, message: 'Fetched.' };

const FACE = {
  age: '20-40',
  gender: 'female',
  gender_confidence: 0.9,
  face_rectangle: [1, 2, 3, 4],
  landmarks: { faceLandMark: Object.fromEntries(LANDMARK_NAMES.map((name) => [name, { x: 1, y: 2 }])) },
};
const FAILED = { attribute: 'Lighting', error: 'Low Illumination', value: 60, threshold: 70 };
const QUALITY = {
  score: 0.8,
  sharpness: 0.5,
  illumination: 60,
  evenness: 0.7,
  size: [90, 99],
  failed: [FAILED],
};
const BLENDSHAPES = Object.fromEntries(BLENDSHAPE_NAMES.map((name) => [name, 0.1]));
const EXPRESSION = {
  smile: 0.2,
  mouth_opening: 0.02,
  left_eye_opening: 0.3,
  right_eye_opening: 0.3,
  blendshapes: BLENDSHAPES,
};

describe('a response that is not as documented', () => {
  it.each([
    ['HTML', '<html>'],
    ['nothing', ''],
    ['no envelope', '{"data":{}}'],
    ['a list', '[]'],
    ['an error without a code', '{"success":false,"message":"x"}'],
    ['no data', JSON.stringify(OK)],
    ['no number', JSON.stringify({ ...OK, data: { score: 'NaN', status: 'match' } })],
    ['no verdict', JSON.stringify({ ...OK, data: { score: '0.1', status: 'perhaps' } })],
  ])('%s', async (_what, text) => {
    const client = await clientOf((response) => {
      response.writeHead(200, { 'x-request-id': 'r-1' }).end(text);
    });
    await expect(client.match(IMAGE, IMAGE)).rejects.toMatchObject({
      name: 'MalformedResponseError',
      kind: 'malformed-response',
      httpStatus: 200,
      requestId: 'r-1',
    });
  });

  it.each([
    [{ vector: Array(127).fill(0) }],
    [{ vector: [...(Array(127).fill(0) as number[]), null] }],
    [{}],
  ])('a vector of another length or kind', async (data) => {
    const client = await clientOf((response) => {
      sendJson(response, 200, { ...OK, data });
    });
    await expect(client.vector(IMAGE)).rejects.toThrow('data.vector is missing or not as documented');
  });

  it('a vector that does not say which model made it', async () => {
    const client = await clientOf((response) => {
      sendJson(response, 200, { ...OK, data: { vector: Array(128).fill(0.1) } });
    });
    await expect(client.vector(IMAGE)).rejects.toThrow('the header X-Facet-Model is missing');
  });

  it.each([
    [{}, 'data.attributes'],
    [{ attributes: {} }, 'data.attributes.image_size'],
    [{ attributes: { image_size: [1, 2], face_id_0: { age: '0-10' } } }, 'data.attributes.face_id_0'],
  ])('attributes such as %j', async (data, field) => {
    const client = await clientOf((response) => {
      sendJson(response, 200, { ...OK, data });
    });
    await expect(client.attributes(IMAGE)).rejects.toThrow(`${field} is missing or not as documented`);
  });

  it.each([
    ['quality', { ...QUALITY, failed: [{ ...FAILED, attribute: 7 }] }],
    ['quality', { ...QUALITY, failed: [{ ...FAILED, threshold: null }] }],
    ['quality', { ...QUALITY, failed: {} }],
    ['expression', { ...EXPRESSION, smile: '0.5' }],
    ['expression', { ...EXPRESSION, blendshapes: {} }],
    ['expression', { ...EXPRESSION, blendshapes: { ...BLENDSHAPES, browInnerUp: 'high' } }],
  ])('a face whose %s is wrong inside', async (field, value) => {
    const face = { ...FACE, quality: QUALITY, expression: EXPRESSION };
    const attributes = (changed: object): object => ({
      image_size: [1, 2],
      face_id_0: { ...face, ...changed },
    });
    const client = await clientOf((response, index) => {
      sendJson(response, 200, {
        ...OK,
        data: { attributes: attributes(index === 0 ? {} : { [field]: value }) },
      });
    });
    const { faces } = await client.attributes(IMAGE);
    expect(faces[0]).toMatchObject({ quality: QUALITY, expression: { blendshapes: BLENDSHAPES } });
    await expect(client.attributes(IMAGE)).rejects.toThrow(
      `data.attributes.face_id_0.${field} is missing or not as documented`,
    );
  });

  it('a redirect, which would send the API key to another host', async () => {
    const client = await clientOf((response) => {
      response.writeHead(307, { location: 'https://elsewhere.example/' }).end();
    });
    await expect(client.match(IMAGE, IMAGE)).rejects.toThrow(
      'redirects to https://elsewhere.example/; give the final address as baseUrl',
    );
    expect(scripted.arrived).toHaveLength(1);
  });
});

describe('requests', () => {
  it('keep a path in front, name the user in both headers, and encode the query', async () => {
    const client = await clientOf(alwaysMatch, { path: '/faces/v1/' });
    await client.match(IMAGE, IMAGE, { faceDet: true, boxes: [[1, 2, 3, 4.5]] });
    expect(scripted.arrived[0]).toMatchObject({
      method: 'POST',
      url: '/faces/v1/match_faces?face_det=1&bboxes_1=1%2C2%2C3%2C4.500',
      headers: { user_id: 'someone', 'x-user-id': 'someone' },
    });
  });

  it('two images as files make a form, two strings or a mix make JSON', async () => {
    const client = await clientOf((response) => {
      sendMatch(response);
    });
    await client.match(IMAGE, new Blob([IMAGE]));
    await client.match(BASE64, 'https://example.com/a.jpg');
    await client.match('https://example.com/a.jpg', IMAGE);
    const [files, strings, mix] = scripted.arrived;
    expect(files?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(files?.body.match(/filename="/g)).toHaveLength(2);
    expect(strings?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(strings?.body ?? '')).toEqual({ img_1: BASE64, img_2: 'https://example.com/a.jpg' });
    expect(JSON.parse(mix?.body ?? '')).toEqual({ img_1: 'https://example.com/a.jpg', img_2: BASE64 });
  });

  it('send a stored vector as numbers, with its model', async () => {
    const client = await clientOf(alwaysMatch);
    const vector = Array.from({ length: 128 }, (_, n) => n / 1024);
    await client.match({ vector, model: 'some-model' }, IMAGE);
    await client.match('https://example.com/a.jpg', { vector: Float32Array.from(vector) });
    await client.match({ vector }, { vector, model: 'some-model' });
    const [form, json, both] = scripted.arrived;
    expect(form?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(form?.body).toContain(JSON.stringify(vector));
    expect(form?.headers['x-facet-model']).toBe('some-model');
    expect(JSON.parse(json?.body ?? '')).toEqual({ img_1: 'https://example.com/a.jpg', vec_2: vector });
    expect(json?.headers).not.toHaveProperty('x-facet-model');
    expect(JSON.parse(both?.body ?? '')).toEqual({ vec_1: vector, vec_2: vector });
  });

  it('are not sent with vectors that cannot be compared', async () => {
    const client = await clientOf(alwaysMatch);
    const vector = Array<number>(128).fill(0.1);
    const inputError = { name: 'InputError', kind: 'input' };
    await expect(client.match({ vector: [1] }, IMAGE)).rejects.toMatchObject(inputError);
    await expect(client.match({ vector: [...vector.slice(1), NaN] }, IMAGE)).rejects.toMatchObject(
      inputError,
    );
    await expect(client.match({ vector, model: 'one' }, { vector, model: 'other' })).rejects.toThrow(
      'different models (one, other)',
    );
    expect(scripted.arrived).toEqual([]);
  });

  it('are not changed by later changes to the caller’s buffer', async () => {
    const client = await clientOf(alwaysMatch);
    const buffer = Uint8Array.from([0x41, 0x42, 0x43]);
    const call = client.match(buffer, 'https://example.com/a.jpg');
    buffer.fill(0);
    await call;
    expect(JSON.parse(scripted.arrived[0]?.body ?? '')).toMatchObject({ img_1: 'QUJD' });
  });
});

describe('what the headers tell', () => {
  it('comes with the result', async () => {
    const client = await clientOf((response) => {
      sendMatch(response, {
        'ratelimit-limit': '10',
        'ratelimit-remaining': '7',
        'ratelimit-reset': '1',
        'x-quota-limit': '1000',
        'x-quota-remaining': '250',
      });
    });
    expect((await client.match(IMAGE, IMAGE)).meta).toEqual({
      attempts: 1,
      requestId: 'scripted',
      rateLimit: { limit: 10, remaining: 7, resetSeconds: 1 },
      quota: { limit: 1000, remaining: 250 },
    });
  });
});
