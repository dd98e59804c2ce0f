import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributesOf, postForm, type AttributeAnswer } from './calls.js';
import { threePeople } from './photos.js';
import { startService, type StartedService } from './started-service.js';

/** What a caller may ask for beyond the specification. */
let service: StartedService;
let photo: Buffer;
let seen: AttributeAnswer;

beforeAll(async () => {
  service = await startService();
  photo = await threePeople();
  seen = await attributesOf(service.url, photo);
});
afterAll(() => service.stop());

describe('POST /get_image_attr with limits', () => {
  it('max_faces keeps the most prominent faces, with the same results', async () => {
    for (const most of [1, 2, 3, 64]) {
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
    'max_faces=65',
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
