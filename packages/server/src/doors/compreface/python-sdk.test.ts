import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACE_IMAGE } from '../../fake-engine.test.fixture.js';
import { API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';

// The calls of CompreFace's Python SDK (compreface-sdk 0.6.0), byte for byte as requests and requests_toolbelt send them.

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ env: { FACET_COLLECTIONS: '1', FACET_COMPREFACE: '1' } });
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | null = null,
  type?: string,
): Promise<Answer> {
  const response = await fetch(`${app.url}/api/v1/${path}`, {
    method,
    headers: { 'x-api-key': API_KEY, ...(type !== undefined && { 'content-type': type }) },
    body,
  });
  return { status: response.status, body: await response.json() };
}

const BOUNDARY = 'c5f0a5d5b0a64f7d8a0cfb5b0b8f3d7e';

/** As MultipartEncoder writes files. */
function sendFiles(path: string, fields: readonly string[], type?: string): Promise<Answer> {
  const parts = fields.flatMap((name) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="jonathan-petit-unsplash.jpg"\r\n\r\n`,
    FACE_IMAGE,
    '\r\n',
  ]);
  const body = Uint8Array.from(
    Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part))),
  );
  return send('POST', path, body, type ?? `multipart/form-data; boundary=${BOUNDARY}`);
}

const JSON_TYPE = 'application/json';
const OPTIONS = '&det_prob_threshold=0.8&limit=0&status=true&face_plugins=age,gender,landmarks,mask';

it('manages subjects as SubjectClient does', async () => {
  const subject = (name: string): string => JSON.stringify({ subject: name });
  expect(await send('POST', 'recognition/subjects', subject('Subject'), JSON_TYPE)).toEqual({
    status: 201,
    body: { subject: 'Subject' },
  });
  expect((await send('GET', 'recognition/subjects', null, JSON_TYPE)).body).toEqual({
    subjects: ['Subject'],
  });
  const renamed = JSON.stringify({ subject: 'NewSubject', api_endpoint: 'Subject' });
  expect((await send('PUT', 'recognition/subjects/Subject', renamed, JSON_TYPE)).body).toEqual({
    updated: true,
  });
  expect((await send('DELETE', 'recognition/subjects/NewSubject', null, JSON_TYPE)).body).toEqual({
    subject: 'NewSubject',
  });
  expect((await send('DELETE', 'recognition/subjects', null, JSON_TYPE)).body).toEqual({ deleted: 0 });
});

it('adds, recognises, verifies and deletes examples as its clients do', async () => {
  const added = await sendFiles('recognition/faces?subject=Subject&det_prob_threshold=0.8', ['file']);
  expect(added).toMatchObject({ status: 201, body: { subject: 'Subject' } });
  const { image_id } = added.body as { image_id: string };
  expect((await send('GET', 'recognition/faces')).body).toMatchObject({
    faces: [{ image_id, subject: 'Subject' }],
  });
  expect(await sendFiles(`recognition/recognize?${OPTIONS}&prediction_count=1`, ['file'])).toMatchObject({
    status: 200,
    body: {
      result: [
        {
          age: { probability: 0.87654, low: 20, high: 40 },
          gender: { value: 'female' },
          subjects: [{ subject: 'Subject' }],
        },
      ],
    },
  });
  expect((await sendFiles('recognition/recognize?', ['file'])).status).toBe(200);
  expect(await sendFiles(`recognition/faces/${image_id}/verify?${OPTIONS}`, ['file'])).toMatchObject({
    status: 200,
    body: { result: [{ subject: 'Subject' }] },
  });
  expect((await send('DELETE', `recognition/faces/${image_id}`)).body).toEqual({
    image_id,
    subject: 'Subject',
  });
  expect((await send('DELETE', 'recognition/faces?subject=Subject')).body).toEqual({ deleted: 0 });
});

it('detects faces, and verifies two images', async () => {
  expect(await sendFiles(`detection/detect?${OPTIONS}`, ['file'])).toMatchObject({
    status: 200,
    body: { result: [{ box: {} }], plugins_versions: {} },
  });
  expect(await sendFiles(`verification/verify?${OPTIONS}`, ['source_image', 'target_image'])).toMatchObject({
    status: 200,
    body: {
      result: [{ source_image_face: {}, face_matches: [{ similarity: expect.any(Number) as unknown }] }],
    },
  });
});

it('gets an error for a form whose content type names no boundary, as its tests send one', async () => {
  expect(await sendFiles('recognition/recognize', ['file'], 'multipart/form-data')).toMatchObject({
    status: 400,
    body: { code: 0, message: expect.any(String) as unknown },
  });
});
