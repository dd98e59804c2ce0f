import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attributesOf,
  base64,
  distance,
  postForm,
  postJson,
  vectorOf,
  type ServiceResponse,
  type AttributeResponse,
} from './calls.js';
import { cutOut, emptyPicture, threePeople } from './photos.js';
import { startService, type StartedService } from './started-service.js';

let service: StartedService;
let photo: Buffer;
let seen: AttributeResponse;
let boxes: readonly string[];
let face: Buffer;
let nobody: Buffer;

beforeAll(async () => {
  service = await startService();
  photo = await threePeople();
  seen = await attributesOf(service.url, photo);
  boxes = seen.faces.map(({ face_rectangle: box }) => box.join(','));
  const [first] = seen.faces;
  if (first === undefined) throw new Error('The photo shows people.');
  face = await cutOut(photo, first.face_rectangle, 0.1);
  nobody = await emptyPicture();
});
afterAll(() => service.stop());

const match = (query: string, fields: Record<string, string | Uint8Array>): Promise<ServiceResponse> =>
  postForm(`${service.url}/match_faces${query}`, fields);

describe.each(['/match_faces', '/compare_faces'])('4.1, 4.2 POST %s', (path) => {
  it.each(['img_1', 'img_2'])('%s is required', async (field) => {
    const fields = { img_1: face, img_2: face, [field]: '' };
    const { status, body } = await postForm(service.url + path, fields);
    expect([status, body.code]).toEqual([400, '2001']);
    expect(body.message).toContain(field);
    const json = await postJson(service.url + path, { img_1: 'eA==', img_2: 'eA==', [field]: undefined });
    expect(json.body).toMatchObject({ code: '2001', data: { field } });
  });

  it.each(['img_1', 'img_2'])('an image without a face is an error that names %s', async (field) => {
    const { status, body } = await postForm(service.url + path, {
      img_1: face,
      img_2: face,
      [field]: nobody,
    });
    expect([status, body.code]).toEqual([422, '3001']);
    expect(body.message).toMatch(new RegExp(`No face detected.*${field}`));
  });

  it('bboxes_1 and bboxes_2 select the face in each image', async () => {
    const value = async (query: string): Promise<number> => {
      const { data } = (await postForm(`${service.url}${path}?${query}`, { img_1: photo, img_2: photo }))
        .body;
      return Number(data['score'] ?? 1 - Number(data['confidence']));
    };
    expect(await value(`bboxes_1=${boxes[1] ?? ''}&bboxes_2=${boxes[1] ?? ''}`)).toBeCloseTo(0, 5);
    expect(await value(`bboxes_1=${boxes[0] ?? ''}&bboxes_2=${boxes[1] ?? ''}`)).toBeGreaterThan(0.4);
    expect(await value(`bboxes_2=${boxes[0] ?? ''}`)).toBeLessThan(0.05);
  });

  it('a JPEG with a PNG is fine', async () => {
    const png = await sharp(face).png().toBuffer();
    expect((await postForm(service.url + path, { img_1: face, img_2: png })).status).toBe(200);
  });
});

describe('4.1 POST /match_faces', () => {
  it('both images must arrive the same way: a file with a string is error 2005', async () => {
    const { status, body } = await match('', { img_1: face, img_2: base64(face) });
    expect([status, body.code]).toEqual([400, '2005']);
  });

  it('two strings in a form, and two in JSON, are the same way', async () => {
    const both = { img_1: base64(face), img_2: `data:image/jpeg;base64,${base64(face)}` };
    expect((await match('', both)).status).toBe(200);
    expect((await postJson(`${service.url}/match_faces`, both)).status).toBe(200);
  });
});

describe('4.2 POST /compare_faces', () => {
  it('takes a file with a string', async () => {
    const { status } = await postForm(`${service.url}/compare_faces`, { img_1: face, img_2: base64(face) });
    expect(status).toBe(200);
  });
});

describe('4.3 POST /get_image_attr', () => {
  it('image_attr is required', async () => {
    const { status, body } = await postForm(`${service.url}/get_image_attr`, { img: face });
    expect([status, body.code, body.data['field']]).toEqual([400, '2001', 'image_attr']);
  });

  it('without bboxes the result holds every detected face', () => {
    expect(seen.faces.length).toBe(3);
  });

  it('with bboxes the result holds only the specified faces, in their order', async () => {
    const [first = '', second = '', third = ''] = boxes;
    for (const wanted of [[third], [second, first], [third, first]]) {
      const { faces, keys } = await attributesOf(service.url, photo, `?bboxes=${wanted.join('&')}`);
      expect(keys).toEqual([...wanted.map((_, n) => `face_id_${n}`), 'image_size']);
      expect(faces.map(({ face_rectangle: box }) => box.join(','))).toEqual(wanted);
    }
  });

  it.each([
    ['raw &', (list: readonly string[]) => `?bboxes=${list.join('&')}`],
    ['raw &, before another parameter', (list: readonly string[]) => `?bboxes=${list.join('&')}&face_det=1`],
    ['%26', (list: readonly string[]) => `?bboxes=${list.join('%26')}`],
    ['wholly encoded', (list: readonly string[]) => `?bboxes=${encodeURIComponent(list.join('&'))}`],
    ['a repeated parameter', (list: readonly string[]) => `?${list.map((box) => `bboxes=${box}`).join('&')}`],
  ])('several boxes joined by %s', async (_how, query) => {
    // Last to first: the order is the caller's, not that of prominence.
    const reversed = [...boxes].reverse();
    const { faces } = await attributesOf(service.url, photo, query(reversed));
    expect(faces.map(({ face_rectangle: box }) => box.join(','))).toEqual(reversed);
  });

  it('a box is clipped to the image', async () => {
    const [height = 0, width = 0] = seen.imageSize;
    const { faces } = await attributesOf(service.url, photo, '?bboxes=-50,-50,99999,99999');
    expect(faces[0]?.face_rectangle).toEqual([0, 0, width, height]);
  });

  it.each(['1,2,3', '1,2,3,x', '10,10,5,20', '10,10,20,10', '99990,99990,99999,99999', '1,2,3,4;5,6,7,8'])(
    'the box "%s" is an error that quotes it',
    async (box) => {
      const { status, body } = await postForm(
        `${service.url}/get_image_attr?bboxes=${encodeURIComponent(box)}`,
        {
          image_attr: photo,
        },
      );
      expect([status, body.code]).toEqual([400, '2002']);
      expect(body.message).toContain('bboxes');
      expect(body.message.replaceAll(' ', '')).toContain(box);
    },
  );

  it('an empty bboxes is an error that says so', async () => {
    const { status, body } = await postForm(`${service.url}/get_image_attr?bboxes=`, { image_attr: photo });
    expect([status, body.code]).toEqual([400, '2002']);
    expect(body.message).toMatch(/bboxes is empty/);
  });

  it('more than 24 boxes are an error', async () => {
    const many = Array.from({ length: 25 }, () => boxes[0]).join('&');
    const { status, body } = await postForm(`${service.url}/get_image_attr?bboxes=${many}`, {
      image_attr: photo,
    });
    expect([status, body.code, body.data['limit']]).toEqual([400, '2002', 24]);
  });

  it('face_det=0 without a box takes the whole image as the face', async () => {
    const [height = 0, width = 0] = (await attributesOf(service.url, face)).imageSize;
    const { faces } = await attributesOf(service.url, face, '?face_det=0');
    expect(faces.map(({ face_rectangle: box }) => box)).toEqual([[0, 0, width, height]]);
    expect((await attributesOf(service.url, nobody, '?face_det=0')).faces).toHaveLength(1);
  });

  it('face_det=0 with boxes takes the boxes', async () => {
    const { faces } = await attributesOf(service.url, photo, `?face_det=0&bboxes=${boxes[1] ?? ''}`);
    expect(faces.map(({ face_rectangle: box }) => box.join(','))).toEqual([boxes[1]]);
  });
});

describe('4.4 POST /get_face_vec', () => {
  it('img is required', async () => {
    const { status, body } = await postJson(`${service.url}/get_face_vec`, {});
    expect([status, body.code, body.data['field']]).toEqual([400, '2001', 'img']);
  });

  it('an image without a face is an error that names img', async () => {
    const { status, body } = await postForm(`${service.url}/get_face_vec`, { img: nobody });
    expect([status, body.code]).toEqual([422, '3001']);
    expect(body.message).toMatch(/No face detected.*img/);
  });

  it('the round trip of a face_rectangle lies within 0.05', async () => {
    const first = await vectorOf(service.url, photo);
    expect(distance(first, await vectorOf(service.url, photo, `?bboxes=${boxes[0] ?? ''}`))).toBeLessThan(
      0.05,
    );
  });

  it('face_det=0 takes a cropped face as it is', async () => {
    const whole = await vectorOf(service.url, face, '?face_det=0');
    expect(distance(whole, await vectorOf(service.url, photo))).toBeLessThan(0.5);
  });
});

describe('4.5 All operations', () => {
  const PATHS = {
    '/match_faces': ['img_1', 'img_2'],
    '/compare_faces': ['img_1', 'img_2'],
    '/get_image_attr': ['image_attr'],
    '/get_face_vec': ['img'],
  };
  const each = async (query: string): Promise<ServiceResponse[]> =>
    Promise.all(
      Object.entries(PATHS).map(([path, fields]) =>
        postForm(service.url + path + query, Object.fromEntries(fields.map((field) => [field, face]))),
      ),
    );

  it('face_det is accepted by all four', async () => {
    for (const { status } of await each('?face_det=1')) expect(status).toBe(200);
    for (const { status } of await each('?face_det=0')) expect(status).toBe(200);
  });

  it.each(['2', 'true', '', '01'])('face_det "%s" is an error', async (value) => {
    for (const { body } of await each(`?face_det=${value}`)) expect(body.code).toBe('2002');
  });

  it.each(['3', 'yes', ''])('quality "%s" is an error', async (value) => {
    const { status, body } = await postForm(`${service.url}/get_face_vec?quality=${value}`, { img: face });
    expect([status, body.code]).toEqual([400, '2002']);
  });

  it('unknown query parameters and body fields are ignored', async () => {
    const { status } = await postForm(`${service.url}/get_face_vec?version=2&x`, {
      img: face,
      note: 'x',
      f: face,
    });
    expect(status).toBe(200);
  });

  it('another method responds with 405 with Allow, an unknown path 404', async () => {
    for (const path of Object.keys(PATHS)) {
      const response = await fetch(service.url + path);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await response.json()).toMatchObject({ status: 'error', code: '2405', success: false });
    }
    const unknown = await fetch(`${service.url}/match_face`, { method: 'POST' });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ status: 'error', code: '2404', success: false });
  });
});
