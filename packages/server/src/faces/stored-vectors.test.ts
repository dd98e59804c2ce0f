import { VECTOR_NORM, VECTOR_MODEL } from '@facet/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64, postForm, postJson, type JsonResponse } from '../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE, OTHER_FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, API_KEY, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;
let stored: number[];
beforeAll(async () => {
  app = await runApp();
  const { body } = await postJson(`${app.url}/get_face_vec`, { img: base64(FACE_IMAGE) });
  stored = body.data['vector'] as number[];
});
afterAll(() => app.close());

const match = (body: unknown, query = '', model?: string): Promise<JsonResponse> =>
  postJson(`${app.url}/match_faces${query}`, body, {
    user_id: API_KEY,
    ...(model !== undefined && { 'x-facet-model': model }),
  });

const other = base64(OTHER_FACE_IMAGE);

describe('a stored vector in place of an image', () => {
  it('gives the score of the images, on either side', async () => {
    const expected = { score: '0.250000', status: 'match' };
    expect((await match({ img_1: base64(FACE_IMAGE), img_2: other })).body.data).toEqual(expected);
    expect((await match({ vec_1: stored, img_2: other })).body.data).toEqual(expected);
    expect((await match({ img_1: other, vec_2: stored })).body.data).toEqual(expected);
  });

  it('may stand in place of both', async () => {
    const { body } = await match({ vec_1: stored, vec_2: stored });
    expect(body.data).toEqual({ score: '0.000000', status: 'match' });
  });

  it('is a text or a file of a form, beside a file', async () => {
    const text = JSON.stringify(stored);
    for (const vec_1 of [text, Buffer.from(` ${text}\n`)]) {
      const { body } = await postForm(`${app.url}/match_faces`, { vec_1, img_2: OTHER_FACE_IMAGE });
      expect(body.data).toMatchObject({ score: '0.250000' });
    }
  });

  it('may be rounded', async () => {
    const rounded = stored.map((value) => Number(value.toFixed(3)));
    const { body } = await match({ vec_1: rounded, vec_2: stored });
    expect(Number(body.data['score'])).toBeLessThan(0.01);
  });

  it('is not accepted by Face Compare, which reports a missing image', async () => {
    const { body } = await postJson(`${app.url}/compare_faces`, { vec_1: stored, img_2: other });
    expect(body).toMatchObject({ code: '2001', data: { field: 'img_1' } });
    expect(body.message).not.toContain('vec_1');
  });

  it('leaves errors about the image as they are', async () => {
    const { body } = await match({ vec_1: stored, img_2: base64(FACELESS_IMAGE) });
    expect(body).toMatchObject({ code: '3001', message: 'No face detected in img_2.' });
  });
});

describe('a vector that cannot be one of the service', () => {
  const unit = (): number[] => stored.map((value) => value / VECTOR_NORM);
  it.each([
    ['too few numbers', () => stored.slice(1), 'but has 127'],
    ['too many numbers', () => [...stored, 0], 'but has 129'],
    ['none', () => [], 'but has 0'],
    ['a string', () => ['0.1', ...stored.slice(1)], 'value 0 is "0.1"'],
    ['null', () => [...stored.slice(1), null], 'value 127 is "null"'],
    ['a list', () => [[1], ...stored.slice(1)], 'value 0 is "[1]"'],
    ['an object', () => 'no list', 'in a JSON array'],
    ['text of a list', () => '[1,2]', 'but has 2'],
    ['another length', () => unit(), 'its length is 1.000 instead of 0.4373'],
    ['nothing but zeros', () => stored.map(() => 0), 'its length is 0.000'],
    ['numbers beyond floats', () => stored.map(() => 1e300), 'its length is Infinity'],
    ['a text without end', () => `[${'1,'.repeat(20_000)}1]`, 'in a JSON array'],
  ])('is rejected: %s', async (_, make, why) => {
    const { status, body } = await match({ vec_1: make(), img_2: other });
    expect([status, body.code, body.data['field']]).toEqual([400, '2002', 'vec_1']);
    expect(body.message).toMatch(/^vec_1 must be 128 numbers, as \/get_face_vec gives them/);
    expect(body.message).toContain(why);
  });

  it('is rejected as another kind of value', async () => {
    expect((await match({ vec_1: 5, img_2: other })).body).toMatchObject({ code: '2006' });
  });

  it('is rejected if JSON has infinite numbers', async () => {
    const body = `{"img_2":"${other}","vec_1":[1e999${',0'.repeat(127)}]}`;
    expect((await match(body)).body).toMatchObject({ code: '2002' });
  });

  it('is rejected beside its image, and with a box for it', async () => {
    const twice = await match({ vec_1: stored, img_1: other, img_2: other });
    expect(twice.body).toMatchObject({ code: '2006', data: { field: 'img_1' } });
    const boxed = await match({ vec_1: stored, img_2: other }, '?bboxes_1=1,2,3,4');
    expect(boxed.body).toMatchObject({ code: '2002', data: { parameter: 'bboxes_1' } });
    expect((await match({ vec_1: stored, img_2: other }, '?bboxes_2=1,2,3,4')).status).toBe(200);
  });

  it('is missing: the message names both fields', async () => {
    const { body } = await match({ img_2: other });
    expect(body).toMatchObject({
      code: '2001',
      message: 'The field img_1 is missing; send an image in it, or a stored vector in vec_1.',
    });
  });
});

describe('the model of a stored vector', () => {
  it('may be stated, and is rejected if it differs', async () => {
    expect((await match({ vec_1: stored, img_2: other }, '', VECTOR_MODEL)).status).toBe(200);
    const { status, body } = await match({ vec_1: stored, img_2: other }, '', 'sface-00000000');
    expect([status, body.code]).toEqual([400, '2012']);
    expect(body.message).toContain('"sface-00000000"');
    expect(body.data).toEqual({ model: VECTOR_MODEL });
  });

  it('has no effect if no vector was sent', async () => {
    expect((await match({ img_1: other, img_2: other }, '', 'another')).status).toBe(200);
  });
});
