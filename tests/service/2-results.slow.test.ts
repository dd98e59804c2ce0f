import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  attributesOf,
  distance,
  postForm,
  vectorOf,
  type ServiceResponse,
  type AttributeResponse,
} from './calls.js';
import { LANDMARK_NAMES } from './landmark-names.js';
import { cutOut, emptyPicture, threePeople } from './photos.js';
import { useService, type StartedService } from './started-service.js';

const shared = useService();
let service: StartedService;
let photo: Buffer;
let seen: AttributeResponse;
/** One person of the photo, cut out and mirrored; and another one. */
let same: Buffer;
let other: Buffer;

beforeAll(async () => {
  service = shared();
  photo = await threePeople();
  seen = await attributesOf(service.url, photo);
  const [first, second] = seen.faces;
  if (first === undefined || second === undefined) throw new Error('The photo shows two people.');
  same = await sharp(await cutOut(photo, first.face_rectangle))
    .flop()
    .jpeg()
    .toBuffer();
  other = await cutOut(photo, second.face_rectangle, 0.2);
});

const pair = (path: string, img_1: Buffer, img_2: Buffer): Promise<ServiceResponse> =>
  postForm(service.url + path, { img_1, img_2 });

describe('2.1 Common response envelope', () => {
  it('every operation answers status "ok", code "1000", success true, message and data', async () => {
    const responses = [
      await pair('/match_faces', photo, same),
      await pair('/compare_faces', photo, same),
      await postForm(`${service.url}/get_image_attr`, { image_attr: photo }),
      await postForm(`${service.url}/get_face_vec`, { img: photo }),
    ];
    for (const { status, headers, body } of responses) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('x-request-id')).toBeTruthy();
      expect(Object.keys(body)).toEqual(['status', 'code', 'success', 'message', 'data']);
      expect(body).toMatchObject({ status: 'ok', code: '1000', success: true });
    }
  });
});

describe('2.2 Face Match result', () => {
  it('message is "Fetched confidence value."', async () => {
    expect((await pair('/match_faces', photo, same)).body.message).toBe('Fetched confidence value.');
  });

  it('a score below 0.5 is a match: the same person', async () => {
    const { data } = (await pair('/match_faces', photo, same)).body;
    expect(Object.keys(data)).toEqual(['score', 'status']);
    expect(data['score']).toMatch(/^0\.\d{4,}$/);
    expect(Number(data['score'])).toBeLessThan(0.5);
    expect(data['status']).toBe('match');
  });

  it('a score above 0.5 is not a match: two people', async () => {
    const { data } = (await pair('/match_faces', photo, other)).body;
    expect(Number(data['score'])).toBeGreaterThan(0.5);
    expect(Number(data['score'])).toBeLessThanOrEqual(0.9);
    expect(data['status']).toBe('not a match');
  });

  it('the score of an image with itself is 0, a plain decimal', async () => {
    expect((await pair('/match_faces', photo, photo)).body.data['score']).toMatch(/^0\.0000\d*$/);
  });

  it('the score is the Euclidean distance of the two vectors of Face Vector', async () => {
    for (const second of [same, other]) {
      const { data } = (await pair('/match_faces', photo, second)).body;
      const apart = distance(await vectorOf(service.url, photo), await vectorOf(service.url, second));
      expect(Math.abs(Number(data['score']) - apart)).toBeLessThan(1e-3);
    }
  });
});

describe('2.3 Face Compare result', () => {
  it('confidence is a string from 0 to 1, above 0.6 for a match and below for none', async () => {
    const matching = (await pair('/compare_faces', photo, same)).body;
    const others = (await pair('/compare_faces', photo, other)).body;
    expect(matching.message).toBe('Fetched confidence value.');
    expect(Object.keys(matching.data)).toEqual(['confidence']);
    expect(matching.data['confidence']).toMatch(/^[01]\.\d+$/);
    expect(Number(matching.data['confidence'])).toBeGreaterThan(0.6);
    expect(Number(others.data['confidence'])).toBeLessThan(0.6);
  });

  it('is 1 for an image with itself', async () => {
    expect(Number((await pair('/compare_faces', photo, photo)).body.data['confidence'])).toBe(1);
  });
});

describe('2.4 Image Attributes result', () => {
  it('message is "Fetched attributes." and data holds attributes alone', async () => {
    const { body } = await postForm(`${service.url}/get_image_attr`, { image_attr: photo });
    expect(body.message).toBe('Fetched attributes.');
    expect(Object.keys(body.data)).toEqual(['attributes']);
  });

  it('k faces have the keys face_id_0 to face_id_(k-1), beside image_size', () => {
    expect(seen.keys).toEqual(['face_id_0', 'face_id_1', 'face_id_2', 'image_size']);
  });

  it('every face has age range, rectangle, gender, its confidence and landmarks', () => {
    for (const face of seen.faces) {
      expect(Object.keys(face).sort()).toEqual([
        'age',
        'face_rectangle',
        'gender',
        'gender_confidence',
        'landmarks',
      ]);
      expect(['0-10', '10-20', '20-40', '40-60', '60-100']).toContain(face.age);
      expect(['male', 'female']).toContain(face.gender);
      expect(face.gender_confidence).toBeGreaterThanOrEqual(0.501);
      expect(face.gender_confidence).toBeLessThanOrEqual(1);
    }
  });

  it('face_rectangle is x, y, x+w, y+h inside the image', () => {
    const [height = 0, width = 0] = seen.imageSize;
    for (const {
      face_rectangle: [x1, y1, x2, y2],
    } of seen.faces) {
      expect(x1).toBeGreaterThanOrEqual(0);
      expect(y1).toBeGreaterThanOrEqual(0);
      expect(x2).toBeGreaterThan(x1);
      expect(y2).toBeGreaterThan(y1);
      expect(x2).toBeLessThanOrEqual(width);
      expect(y2).toBeLessThanOrEqual(height);
    }
  });

  it('face_rectangle used as bboxes gives the same face', async () => {
    const [first] = seen.faces;
    const again = await attributesOf(service.url, photo, `?bboxes=${first?.face_rectangle.join(',') ?? ''}`);
    expect(again.faces).toHaveLength(1);
    expect(again.faces[0]?.face_rectangle).toEqual(first?.face_rectangle);
    expect(again.faces[0]?.gender).toBe(first?.gender);
  });

  it('image_size is height, then width', async () => {
    const { width, height } = await sharp(photo).metadata();
    expect(seen.imageSize).toEqual([height, width]);
  });

  it('EXIF orientation is applied first: size and coordinates refer to the upright image', async () => {
    const lying = await sharp(photo)
      .rotate(-90)
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const upright = await attributesOf(service.url, lying);
    expect(upright.imageSize).toEqual(seen.imageSize);
    const [x = 0] = upright.faces[0]?.face_rectangle ?? [];
    expect(Math.abs(x - (seen.faces[0]?.face_rectangle[0] ?? 0))).toBeLessThan(20);
  });

  it('an image without a face gives image_size alone', async () => {
    const { keys, imageSize } = await attributesOf(service.url, await emptyPicture(320, 200));
    expect(keys).toEqual(['image_size']);
    expect(imageSize).toEqual([200, 320]);
  });
});

describe('2.5 Face Vector result', () => {
  it('is 128 numbers under the message "Fetched vector data."', async () => {
    const { body } = await postForm(`${service.url}/get_face_vec`, { img: photo });
    expect(body.message).toBe('Fetched vector data.');
    expect(Object.keys(body.data)).toEqual(['vector']);
    const vector = body.data['vector'] as number[];
    expect(vector).toHaveLength(128);
    expect(vector.every((value) => Number.isFinite(value))).toBe(true);
  });
});

describe('2.6 Landmark keys', () => {
  it('are the 68 names of the specification, exactly spelt, each with integer x and y', () => {
    for (const { landmarks } of seen.faces) {
      expect(Object.keys(landmarks)).toEqual(['faceLandMark']);
      expect(Object.keys(landmarks.faceLandMark)).toEqual(LANDMARK_NAMES);
      for (const point of Object.values(landmarks.faceLandMark)) {
        expect(Object.keys(point)).toEqual(['x', 'y']);
        expect(Number.isInteger(point.x) && Number.isInteger(point.y)).toBe(true);
      }
    }
  });

  it('lie where their names say: the left eye left of the right one, the chin below the nose', () => {
    for (const {
      landmarks: { faceLandMark: at },
    } of seen.faces) {
      expect(at['leftEyeLeftCorner']?.x).toBeLessThan(at['rightEyeRightCorner']?.x ?? 0);
      expect(at['chin']?.y).toBeGreaterThan(at['noseTip']?.y ?? Infinity);
      expect(at['mouthLeft']?.x).toBeLessThan(at['mouthRight']?.x ?? 0);
    }
  });
});
