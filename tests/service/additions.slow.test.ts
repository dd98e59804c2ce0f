import { beforeAll, describe, expect, it } from 'vitest';
import {
  attributesOf,
  base64,
  postForm,
  postJson,
  vectorOf,
  type ServiceResponse,
  type AttributeResponse,
  type Envelope,
} from './calls.js';
import { emptyPicture, threePeople } from './photos.js';
import { useService, API_KEY, type StartedService } from './started-service.js';

/** What a caller may ask for beyond the specification. */
const shared = useService();
let service: StartedService;
let photo: Buffer;
let seen: AttributeResponse;

beforeAll(async () => {
  service = shared();
  photo = await threePeople();
  seen = await attributesOf(service.url, photo);
});

describe('POST /match_faces with a stored vector', () => {
  it('agrees with the score of the images', async () => {
    const stored = await vectorOf(service.url, photo);
    const [, second] = seen.faces;
    const box = second?.face_rectangle.join(',') ?? '';
    const url = `${service.url}/match_faces?bboxes_2=${box}`;
    const { body: images } = await postForm(url, { img_1: photo, img_2: photo });
    const { body: form } = await postForm(url, { vec_1: JSON.stringify(stored), img_2: photo });
    const { body: json } = await postJson(url, { vec_1: stored, img_2: base64(photo) });
    expect(images.data['status']).toBe('not a match');
    expect(form.data).toEqual(images.data);
    expect(json.data).toEqual(images.data);
  });

  it('takes the model that /get_face_vec named, and no other', async () => {
    const { body, headers } = await postForm(`${service.url}/get_face_vec`, { img: photo });
    const vectors = { vec_1: body.data['vector'], vec_2: body.data['vector'] };
    const withModel = (model: string): Promise<ServiceResponse> =>
      postJson(`${service.url}/match_faces`, vectors, { user_id: API_KEY, 'x-facet-model': model });
    const same = await withModel(headers.get('x-facet-model') ?? '');
    expect(same.body.data).toEqual({ score: '0.000000', status: 'match' });
    const other = await withModel('sface-00000000');
    expect([other.status, other.body.code]).toEqual([400, '2012']);
  });
});

describe('POST /match_faces with details and with all faces', () => {
  it('finds the face of img_1 among those of img_2, nearest first', async () => {
    const [, , third] = seen.faces;
    const box = third?.face_rectangle ?? [];
    const { body } = await postForm(`${service.url}/match_faces?details=1&all=1&bboxes_1=${box.join(',')}`, {
      img_1: photo,
      img_2: photo,
    });
    const faces = body.data['faces'] as { face_rectangle: number[]; score: string; status: string }[];
    expect(faces.map(({ status }) => status)).toEqual(['match', 'not a match', 'not a match']);
    expect(faces[0]?.face_rectangle).toEqual(box);
    expect(body.data['score']).toBe(faces[0]?.score);
    expect(body.data['details']).toMatchObject({
      distance: Number(faces[0]?.score),
      threshold: 0.5,
      face_rectangle_1: box,
      face_rectangle_2: box,
    });
    const scores = faces.map(({ score }) => Number(score));
    expect(scores.toSorted((a, b) => a - b)).toEqual(scores);
    // Each of them is nearly what a box would give, whose corners are integers.
    const second = faces[1]?.face_rectangle.join(',') ?? '';
    const { body: boxed } = await postForm(
      `${service.url}/match_faces?bboxes_1=${box.join(',')}&bboxes_2=${second}`,
      { img_1: photo, img_2: photo },
    );
    expect(Number(boxed.data['score'])).toBeCloseTo(scores[1] ?? NaN, 2);
  });
});

describe('POST /get_image_attr with limits', () => {
  it('max_faces keeps the most prominent faces, with the same results', async () => {
    for (const most of [1, 2, 3, 40]) {
      const { faces, keys } = await attributesOf(service.url, photo, `?max_faces=${most}`);
      expect(faces).toEqual(seen.faces.slice(0, most));
      expect(keys.at(-1)).toBe('image_size');
    }
  });

  it('min_face_size leaves out smaller faces', async () => {
    const sides = seen.faces.map(({ face_rectangle: [x1, y1, x2, y2] }) => Math.min(x2 - x1, y2 - y1));
    const largest = Math.max(...sides);
    const { faces } = await attributesOf(service.url, photo, `?min_face_size=${largest}`);
    expect(faces).toEqual(seen.faces.filter((_, n) => sides[n] === largest));
    const { keys } = await attributesOf(service.url, photo, `?min_face_size=${largest + 1}&max_faces=1`);
    expect(keys).toEqual(['image_size']);
  });

  it('boxes are not limited', async () => {
    const boxes = seen.faces.map(({ face_rectangle: box }) => box.join(',')).join('&');
    const { faces } = await attributesOf(
      service.url,
      photo,
      `?max_faces=1&min_face_size=5000&bboxes=${boxes}`,
    );
    expect(faces).toHaveLength(3);
  });

  it.each([
    'max_faces=0',
    'max_faces=49',
    'max_faces=',
    'max_faces=two',
    'min_face_size=-1',
    'min_face_size=0.5',
  ])('%s is an error that names the parameter', async (query) => {
    const { status, body } = await postForm(`${service.url}/get_image_attr?${query}`, {
      image_attr: photo,
    });
    expect([status, body.code]).toEqual([400, '2002']);
    expect(body.data['parameter']).toBe(query.split('=')[0]);
  });
});

describe('POST /get_face_vec and /get_image_attr with a list of images', () => {
  it('answers as single calls would, in order, and as lines where they are asked for', async () => {
    const images = [base64(photo), base64(await emptyPicture()), 'no image!'];
    const { status, body } = await postJson(`${service.url}/get_face_vec`, { img: images });
    expect(status).toBe(200);
    const results = body.data['results'] as Envelope[];
    expect(results.map(({ code }) => code)).toEqual(['1000', '3001', '2003']);
    expect(results[0]?.data['vector']).toEqual(await vectorOf(service.url, photo));

    const response = await fetch(`${service.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id: API_KEY, 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ img: images }),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(results);

    const attributes = await postJson(`${service.url}/get_image_attr?max_faces=1`, { image_attr: images });
    const [first] = attributes.body.data['results'] as Envelope[];
    expect(first?.data['attributes']).toMatchObject({ face_id_0: seen.faces[0] });
  });
});
