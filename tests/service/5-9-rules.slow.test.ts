import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributesOf, postForm, postJson, type ServiceResponse } from './calls.js';
import { cutOut, peopleWithProfile, threePeople } from './photos.js';
import { signUp, startService, API_KEY, type StartedService } from './started-service.js';

let service: StartedService;
const ids = { subscribed: '', withoutPlan: '', ended: '', suspended: '' };
let photo: Buffer;
let face: Buffer;

beforeAll(async () => {
  service = await startService({
    FACET_MAX_IMAGE_BYTES: '2000000',
    FACET_MAX_PIXELS: '20000000',
  });
  ids.subscribed = (await signUp(service.url, 'subscribed', 'starter')).apiKey;
  ids.withoutPlan = (await signUp(service.url, 'without-plan')).apiKey;
  const ended = await signUp(service.url, 'ended', 'free');
  await service.admin('plans', 'end', ended.email, '--at', 'now');
  ids.ended = ended.apiKey;
  const suspended = await signUp(service.url, 'suspended', 'free');
  await service.admin('accounts', 'suspend', suspended.email);
  ids.suspended = suspended.apiKey;
  photo = await threePeople();
  const [first] = (await attributesOf(service.url, photo)).faces;
  if (first === undefined) throw new Error('The photo shows people.');
  face = await cutOut(photo, first.face_rectangle, 0.3);
});
afterAll(() => service.stop());

const vector = (img: Uint8Array, query = ''): Promise<ServiceResponse> =>
  postForm(`${service.url}/get_face_vec${query}`, { img });

describe('5. Authentication', () => {
  const as = (headers: Record<string, string>): Promise<ServiceResponse> =>
    postForm(`${service.url}/get_face_vec`, { img: face }, headers);

  it('a valid API key in the header user_id, or its alias x-user-id, is let through', async () => {
    expect((await as({ user_id: ids.subscribed })).status).toBe(200);
    expect((await as({ 'x-user-id': API_KEY })).status).toBe(200);
  });

  it.each([
    ['a missing API key', () => ({}), 401, '4001'],
    ['an unknown API key', () => ({ user_id: 'never-seen-id' }), 401, '4002'],
    ['an API key without a subscription', () => ({ user_id: ids.withoutPlan }), 403, '4003'],
    ['an API key whose subscription has ended', () => ({ user_id: ids.ended }), 403, '4004'],
    ['an API key of an account that is suspended', () => ({ user_id: ids.suspended }), 403, '4005'],
  ])('%s is rejected', async (_what, headers, status, code) => {
    const answer = await as(headers());
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
  });

  it('multipart/form-data and application/json are the content types; any other responds with 415', async () => {
    for (const type of [
      'text/plain',
      'application/octet-stream',
      'image/jpeg',
      'application/x-www-form-urlencoded',
    ]) {
      const response = await fetch(`${service.url}/get_face_vec`, {
        method: 'POST',
        headers: { user_id: API_KEY, 'content-type': type },
        body: Uint8Array.from(face),
      });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: '2009' });
    }
  });
});

describe('7. Errors', () => {
  it('have the envelope of a success, mirrored, and a request id', async () => {
    const { headers, body } = await postJson(`${service.url}/get_face_vec`, {});
    expect(Object.keys(body)).toEqual(['status', 'code', 'success', 'message', 'data']);
    expect(body).toMatchObject({ status: 'error', success: false });
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('quality=1: a face smaller than 60x60 is "Face too Small"', async () => {
    const { status, body } = await vector(face, '?quality=1&bboxes=10,10,69,110');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: '3101',
      message: 'Face too Small',
      data: { attribute: 'Image size' },
    });
    expect(body.data['failed']).toContainEqual(
      expect.objectContaining({ attribute: 'Image size', value: 59, threshold: 60 }),
    );
  });

  it('quality=1: illumination below 70 is "Low Illumination"', async () => {
    const dark = await sharp(face).linear(0.2, 0).jpeg().toBuffer();
    const { status, body } = await vector(dark, '?quality=1&face_det=0');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: '3102',
      message: 'Low Illumination',
      data: { attribute: 'Lighting' },
    });
  });

  it('quality=1: a head turned more than 50 degrees is "Incorrect Pose"', async () => {
    const people = await peopleWithProfile();
    const { faces } = await attributesOf(service.url, people);
    const [profile = [0, 0, 0, 0]] = faces
      .map(({ face_rectangle: box }) => box)
      .sort(([left], [other]) => left - other);
    const { status, body } = await vector(people, `?quality=1&bboxes=${profile.join(',')}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: '3103', message: 'Incorrect Pose', data: { attribute: 'Pose' } });
    const failed = body.data['failed'] as { attribute: string; value: number; threshold: number }[];
    expect(failed.map(({ attribute, threshold }) => [attribute, threshold])).toEqual([['Pose', 50]]);
    expect(failed[0]?.value).toBeGreaterThan(50);
  });

  it('quality=1: every failed condition is listed, the message is the first of the table', async () => {
    const dark = await sharp(face).linear(0.1, 0).jpeg().toBuffer();
    const { body } = await vector(dark, '?quality=1&bboxes=10,10,60,60');
    expect(body.code).toBe('3101');
    const failed = body.data['failed'] as { attribute: string }[];
    expect(failed.slice(0, 2).map(({ attribute }) => attribute)).toEqual(['Image size', 'Lighting']);
  });

  it('quality=1 gives the vector of a good face; quality=0 gives one anyway', async () => {
    const bright = await sharp(face).linear(1, 30).jpeg().toBuffer();
    expect((await vector(bright, '?quality=1')).status).toBe(200);
    expect(
      (await vector(await sharp(face).linear(0.2, 0).jpeg().toBuffer(), '?quality=0&face_det=0')).status,
    ).toBe(200);
  });

  it.each([
    ['noise', (bytes: Buffer) => Buffer.from(bytes.map((value) => value ^ 0x5a)), '2004'],
    ['a truncated JPEG', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), '2003'],
    ['a few bytes', (bytes: Buffer) => bytes.subarray(0, 5), '2003'],
  ])('%s is an unreadable image or an unknown format', async (_what, damage, code) => {
    const { status, body } = await vector(damage(face));
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toContain('img');
  });

  it('an unreachable URL is error 3202 or 3201, never a 5xx', async () => {
    const { status, body } = await postJson(`${service.url}/get_face_vec`, {
      img: 'http://no-such-host.invalid/a.jpg',
    });
    expect([status, body.code]).toEqual([422, '3202']);
  });
});

describe('8. Limits', () => {
  it('an image over the byte limit is error 2007', async () => {
    const { status, body } = await vector(Buffer.concat([face, Buffer.alloc(2_000_000)]));
    expect([status, body.code]).toEqual([413, '2007']);
  });

  it('an image over the pixel limit is error 2008', async () => {
    const vast = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#808080' } });
    const { status, body } = await vector(await vast.png().toBuffer());
    expect([status, body.code]).toEqual([413, '2008']);
  });
});

describe('9. Versioning', () => {
  it('/compare_faces is deprecated in favour of /match_faces, in headers and document', async () => {
    const { headers } = await postForm(`${service.url}/compare_faces`, { img_1: face, img_2: face });
    expect(headers.get('deprecation')).toBeTruthy();
    expect(headers.get('link')).toMatch(/<[^>]*\/match_faces>; rel="successor-version"/);
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, { post?: { deprecated?: boolean } }>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.paths['/compare_faces']?.post?.deprecated).toBe(true);
    expect(document.paths['/match_faces']?.post?.deprecated).toBeUndefined();
  });
});

describe('Privacy', () => {
  it('the log of real requests holds no API key, image or vector', async () => {
    const { body } = await vector(photo);
    await postJson(`${service.url}/get_face_vec`, { img: photo.toString('base64') });
    const log = service.log();
    expect(log).toContain('/get_face_vec');
    const [number] = body.data['vector'] as number[];
    for (const hidden of [
      API_KEY,
      'listed-user-id',
      photo.toString('base64').slice(100, 140),
      String(number),
    ]) {
      expect(log.includes(hidden), hidden).toBe(false);
    }
  });
});
