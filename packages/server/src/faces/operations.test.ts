import { VECTOR_MODEL } from '@facet/engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '@facet/engine';
import { base64, postForm, postJson } from '../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE, GOOD_QUALITY, OTHER_FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { IMAGE_ATTRIBUTES, VECTOR_ATTRIBUTES } from './results/attribute-table.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterEach(() => {
  app.engine.throws = null;
  app.engine.quality = GOOD_QUALITY;
});
afterAll(() => app.close());

const PAIR = { img_1: base64(FACE_IMAGE), img_2: base64(OTHER_FACE_IMAGE) };

describe('responses in their envelope', () => {
  it('match_faces', async () => {
    const { body } = await postJson(`${app.url}/match_faces`, PAIR);
    expect(body).toEqual({
      status: 'ok',
      code: '1000',
      success: true,
      message: 'Fetched confidence value.',
      data: { score: '0.250000', status: 'match' },
    });
  });

  it('compare_faces, deprecated in its headers also if it fails', async () => {
    for (const payload of [PAIR, '{']) {
      const { headers, body } = await postJson(`${app.url}/compare_faces`, payload);
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(headers.get('link')).toContain('</match_faces>; rel="successor-version"');
      if (payload === PAIR) expect(body.data).toEqual({ confidence: '0.8000000' });
    }
  });

  it('compare_faces, deprecated also for callers without permission', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [{ user_id: 'nobody-known' }, 401],
    ] as const) {
      const response = await postJson(`${app.url}/compare_faces`, PAIR, headers);
      expect(response.status).toBe(status);
      expect(response.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(response.headers.get('link')).toBe(
        `</match_faces>; rel="successor-version", </errors/${response.body.code}>; rel="help"`,
      );
    }
  });

  it('names the model of the vectors wherever vectors were used', async () => {
    for (const [path, payload] of [
      ['/get_face_vec', { img: base64(FACE_IMAGE) }],
      ['/match_faces', PAIR],
      ['/compare_faces', PAIR],
    ] as const) {
      const { headers } = await postJson(`${app.url}${path}`, payload);
      expect(headers.get('x-facet-model'), path).toBe(VECTOR_MODEL);
    }
    const { headers } = await postForm(`${app.url}/get_image_attr`, { image_attr: FACE_IMAGE });
    expect(headers.get('x-facet-model')).toBeNull();
  });

  it('get_image_attr', async () => {
    const { body } = await postForm(`${app.url}/get_image_attr`, { image_attr: FACE_IMAGE });
    expect(body.message).toBe('Fetched attributes.');
    const attributes = body.data['attributes'] as Record<string, unknown>;
    expect(Object.keys(attributes)).toEqual(['face_id_0', 'image_size']);
    expect(attributes['image_size']).toEqual([480, 640]);
    expect(attributes['face_id_0']).toMatchObject({
      age: '20-40',
      face_rectangle: [100, 81, 220, 231],
      gender: 'female',
      gender_confidence: 0.988,
    });
  });

  it('get_image_attr without a face gives the size alone', async () => {
    const { body, status } = await postForm(`${app.url}/get_image_attr`, { image_attr: FACELESS_IMAGE });
    expect(status).toBe(200);
    expect(body.data).toEqual({ attributes: { image_size: [480, 640] } });
  });

  it('get_face_vec', async () => {
    const { body } = await postForm(`${app.url}/get_face_vec`, { img: base64(FACE_IMAGE) });
    expect(body.message).toBe('Fetched vector data.');
    expect(body.data['vector']).toHaveLength(128);
  });
});

describe('errors name the field they are about', () => {
  it.each(['img_1', 'img_2'])('no face in %s', async (field) => {
    const { status, body } = await postJson(`${app.url}/match_faces`, {
      ...PAIR,
      [field]: base64(FACELESS_IMAGE),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: '3001', message: `No face detected in ${field}.`, data: { field } });
  });

  it.each([
    ['image-format', 400, '2004'],
    ['image-truncated', 400, '2003'],
    ['image-too-many-pixels', 413, '2008'],
    ['image-too-many-bytes', 413, '2007'],
    ['box-invalid', 400, '2002'],
    ['engine-busy', 503, '5003'],
    ['engine-worker-died', 500, '5000'],
    ['model-corrupt', 500, '5000'],
  ] as const)('the engine fails with %s', async (failure, status, code) => {
    app.engine.throws = new EngineError(failure, { path: 'secret' });
    const response = await postJson(`${app.url}/match_faces`, PAIR);
    expect(response.status).toBe(status);
    expect(response.body.code).toBe(code);
    if (status < 500) expect(response.body.message).toMatch(/img_1|bboxes_1/);
    else expect(JSON.stringify(response.body)).not.toContain('secret');
    if (status === 503) expect(response.headers.get('retry-after')).toBe('1');
  });

  it('an unexpected error reveals no internals, but is logged', async () => {
    app.engine.throws = new Error('/etc/secret/path exploded');
    const { status, body, headers } = await postJson(`${app.url}/match_faces`, PAIR);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/secret|exploded|stack/);
    const line = app
      .log()
      .split('\n')
      .find((text) => text.includes('exploded'));
    expect(line).toContain(headers.get('x-request-id'));
  });
});

describe('the quality gate', () => {
  const gate = (): ReturnType<typeof postJson> =>
    postJson(`${app.url}/get_face_vec?quality=1&bboxes=0,0,59,200`, { img: base64(FACE_IMAGE) });

  it('passes a good face', async () => {
    const { status } = await postJson(`${app.url}/get_face_vec?quality=1`, { img: base64(FACE_IMAGE) });
    expect(status).toBe(200);
  });

  it('is not applied without quality=1', async () => {
    app.engine.quality = { ...GOOD_QUALITY, size: { width: 10, height: 10 }, illumination: 0, yaw: 90 };
    const { status } = await postJson(`${app.url}/get_face_vec?quality=0`, { img: base64(FACE_IMAGE) });
    expect(status).toBe(200);
  });

  it('lists every failed condition; the message is the first in the order of the specification', async () => {
    app.engine.quality = {
      ...GOOD_QUALITY,
      size: { width: 10, height: 10 },
      illumination: 69.994,
      yaw: 50.1,
    };
    const { status, body } = await gate();
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: '3102',
      message: 'Low Illumination',
      data: { attribute: 'Lighting' },
    });
    expect(body.data['failed']).toEqual([
      { attribute: 'Lighting', error: 'Low Illumination', value: 69.99, threshold: 70 },
      { attribute: 'Pose', error: 'Incorrect Pose', value: 50.1, threshold: 50 },
    ]);
  });

  it('rejects a turned head that is good otherwise', async () => {
    app.engine.quality = {
      ...GOOD_QUALITY,
      size: { width: 100, height: 100 },
      illumination: 120,
      yaw: 50.01,
    };
    const { status, body } = await postJson(`${app.url}/get_face_vec?quality=1`, { img: base64(FACE_IMAGE) });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: '3103',
      message: 'Incorrect Pose',
      data: {
        attribute: 'Pose',
        failed: [{ attribute: 'Pose', error: 'Incorrect Pose', value: 50.01, threshold: 50 }],
      },
    });
  });

  it('accepts the limits themselves', async () => {
    app.engine.quality = { ...GOOD_QUALITY, size: { width: 60, height: 60 }, illumination: 70, yaw: 50 };
    const { status } = await postJson(`${app.url}/get_face_vec?quality=1`, { img: base64(FACE_IMAGE) });
    expect(status).toBe(200);
  });
});

describe('return_attributes', () => {
  const IMAGE = { image_attr: base64(FACE_IMAGE) };
  const firstFace = (data: Record<string, unknown>): Record<string, unknown> =>
    (data['attributes'] as Record<string, Record<string, unknown>>)['face_id_0'] ?? {};

  it('adds the named fields and nothing else', async () => {
    const plain = await postJson(`${app.url}/get_image_attr`, IMAGE);
    const { body, headers } = await postJson(
      `${app.url}/get_image_attr?return_attributes=confidence,age_years&return_attributes=%20pose`,
      IMAGE,
    );
    const face = firstFace(body.data);
    expect(face).toEqual({
      ...firstFace(plain.body.data),
      confidence: 0.99,
      age_years: 31,
      pose: { yaw: 3, pitch: 0, roll: 0 },
    });
    expect(headers.get('x-facet-model')).toBeNull();
  });

  it('requests of the engine only what costs time and was named', async () => {
    for (const [query, wanted] of [
      ['', []],
      ['?return_attributes=confidence,age_years,pose', []],
      ['?return_attributes=expression', ['expression']],
      ['?return_attributes=vector,quality', ['quality', 'vector']],
    ] as const) {
      await postJson(`${app.url}/get_image_attr${query}`, IMAGE);
      expect(app.engine.askedFor, query).toEqual(wanted);
    }
    await postJson(`${app.url}/get_face_vec?return_attributes=quality`, { img: IMAGE.image_attr });
    expect(app.engine.askedFor).toEqual(['quality']);
  });

  it('names the model if vectors are part of the response', async () => {
    const { body, headers } = await postJson(`${app.url}/get_image_attr?return_attributes=vector`, IMAGE);
    expect(firstFace(body.data)['vector']).toHaveLength(128);
    expect(headers.get('x-facet-model')).toBe(VECTOR_MODEL);
  });

  it('gives what was measured of a face with its vector', async () => {
    app.engine.quality = { ...GOOD_QUALITY, illumination: 60.126 };
    const { body } = await postJson(`${app.url}/get_face_vec?return_attributes=quality,pose`, {
      img: IMAGE.image_attr,
    });
    expect(body.data).toEqual({
      vector: expect.any(Array) as unknown,
      pose: { yaw: 3, pitch: 0, roll: 0 },
      quality: {
        score: 0.875,
        sharpness: 0.55,
        illumination: 60.13,
        evenness: 0.9,
        size: [120, 150],
        failed: [{ attribute: 'Lighting', error: 'Low Illumination', value: 60.13, threshold: 70 }],
      },
    });
  });

  it.each([
    ['/get_image_attr', 'image_attr', 'occlusion', IMAGE_ATTRIBUTES],
    ['/get_face_vec', 'img', 'age_years', VECTOR_ATTRIBUTES],
  ])('of %s lists the known names if another is requested', async (path, field, name, known) => {
    const { status, body } = await postJson(`${app.url}${path}?return_attributes=pose,${name}`, {
      [field]: IMAGE.image_attr,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: '2002',
      message: `return_attributes does not know "${name}"; name one or more of ${known.join(', ')}, joined by commas.`,
      data: { parameter: 'return_attributes', known },
    });
  });
});

describe('quality=2, the check of photos for enrolment', () => {
  const check = (query = '') =>
    postJson(`${app.url}/get_face_vec?quality=2${query}`, { img: base64(FACE_IMAGE) });

  it('looks at the whole photo, and gives the vector of a good one', async () => {
    const { status, body } = await check();
    expect(app.engine.askedFor).toEqual(['enrolment']);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['vector']);
  });

  it('names every rule that fails with value, limit and advice, and counts the call', async () => {
    app.engine.quality = { ...GOOD_QUALITY, sharpness: 0.21, illumination: 55 };
    const { status, body } = await check();
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: '3104',
      message:
        'The photo does not pass the enrolment check: illumination 55 (at least 70), sharpness 0.21 (at least 0.35).',
      data: {
        failed: [
          {
            rule: 'illumination',
            value: 55,
            bound: 'least',
            threshold: 70,
            advice: 'Put more light on the face.',
          },
          { rule: 'sharpness', value: 0.21, bound: 'least', threshold: 0.35 },
        ],
      },
    });
  });
});
