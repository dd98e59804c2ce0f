import { HALF_DECODE_MS, QUARTER_DECODE_MS } from '@facet/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64, postJson, type JsonResponse } from '../calls.test.fixture.js';
import { BROKEN_IMAGE, FACE_IMAGE, FACELESS_IMAGE, OTHER_FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const PAIR = { img_1: base64(FACE_IMAGE), img_2: base64(OTHER_FACE_IMAGE) };
const RECTANGLE = [100, 81, 220, 231];
const JUDGED = { distance: 0.25, threshold: 0.5, similarity: 80, false_match_rate: 1e-10 };

const match = (query: string, body: unknown = PAIR): Promise<JsonResponse> =>
  postJson(`${app.url}/match_faces${query}`, body);

describe('details', () => {
  it('are left out unless requested', async () => {
    for (const query of ['', '?details=0&all=0'])
      expect((await match(query)).body.data).toEqual({ score: '0.250000', status: 'match' });
  });

  it('tell what the distance means, and where the faces are', async () => {
    expect((await match('?details=1')).body.data).toEqual({
      score: '0.250000',
      status: 'match',
      details: { ...JUDGED, face_rectangle_1: RECTANGLE, face_rectangle_2: RECTANGLE },
    });
  });

  it('have the box that was given, and none for a stored vector', async () => {
    const boxed = await match('?details=1&bboxes_1=100.4,80.6,220.2,230.9');
    expect(boxed.body.data['details']).toMatchObject({ face_rectangle_1: [100.4, 80.6, 220.2, 230.9] });
    const { body } = await postJson(`${app.url}/get_face_vec`, { img: PAIR.img_1 });
    const stored = await match('?details=1', { vec_1: body.data['vector'], img_2: PAIR.img_2 });
    expect(stored.body.data['details']).toEqual({ ...JUDGED, face_rectangle_2: RECTANGLE });
  });
});

describe('all', () => {
  it('lists the faces of the second image', async () => {
    const face = { score: '0.250000', status: 'match', face_rectangle: RECTANGLE };
    expect((await match('?all=1')).body.data).toEqual({
      score: '0.250000',
      status: 'match',
      faces: [face],
    });
    const detailed = await match('?all=1&details=1');
    expect(detailed.body.data['faces']).toEqual([{ ...face, details: JUDGED }]);
    expect((await match('?all=1&face_det=0')).body.data['faces']).toHaveLength(1);
  });

  it('leaves each image less time to decode', async () => {
    const limitsOf = async (query: string): Promise<(number | undefined)[]> => {
      app.engine.decodeLimits.length = 0;
      expect((await match(query)).status).toBe(200);
      return [...app.engine.decodeLimits];
    };
    expect(await limitsOf('')).toEqual([HALF_DECODE_MS, HALF_DECODE_MS]);
    expect(await limitsOf('?all=1')).toEqual([QUARTER_DECODE_MS, QUARTER_DECODE_MS]);
  });

  it('names the image without a face', async () => {
    for (const field of ['img_1', 'img_2']) {
      const { status, body } = await match('?all=1', { ...PAIR, [field]: base64(FACELESS_IMAGE) });
      expect([status, body.message]).toEqual([422, `No face detected in ${field}.`]);
    }
  });

  it('cannot be combined with a box or a vector for the second face', async () => {
    const { body } = await postJson(`${app.url}/get_face_vec`, { img: PAIR.img_1 });
    for (const response of [
      await match('?all=1&bboxes_2=1,2,3,4'),
      await match('?all=1', { img_1: PAIR.img_1, vec_2: body.data['vector'] }),
    ])
      expect(response.body).toMatchObject({ code: '2002', data: { parameter: 'all' } });
  });

  it.each(['details=2', 'all=yes', 'all='])('%s is an error', async (query) => {
    expect((await match(`?${query}`)).body.code).toBe('2002');
  });

  it('has no effect on Face Compare', async () => {
    const { body } = await postJson(`${app.url}/compare_faces?all=1&details=1`, PAIR);
    expect(body.data).toEqual({ confidence: '0.8000000' });
  });
});

describe('a pair of which one image is broken', () => {
  it.each(['/match_faces', '/match_faces?all=1', '/compare_faces'])(
    'gets no analysis of the other, as it does not count: %s',
    async (path) => {
      for (const broken of ['img_1', 'img_2'] as const) {
        const before = app.engine.begun.length;
        const response = await postJson(app.url + path, { ...PAIR, [broken]: base64(BROKEN_IMAGE) });
        expect(response).toMatchObject({ status: 400, body: { code: '2003', data: { field: broken } } });
        expect(app.engine.begun.slice(before)).toEqual([]);
      }
    },
  );
});
