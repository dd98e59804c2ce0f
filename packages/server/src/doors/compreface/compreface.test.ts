import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { vectorOf } from '../../people/vector-of.test.fixture.js';
import { base64 } from '../../calls.test.fixture.js';
import { FACE_IMAGE } from '../../fake-engine.test.fixture.js';
import { API_KEY, OTHER_API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({
    env: { FACET_COLLECTIONS: '1', FACET_COMPREFACE: '1', FACET_MAX_BODY_BYTES: '1000000' },
  });
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function call(method: string, path: string, body?: unknown, apiKey = API_KEY): Promise<Answer> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const file = base64(FACE_IMAGE);

const add = async (subject: string, apiKey = API_KEY): Promise<string> => {
  const { status, body } = await call('POST', `/recognition/faces?subject=${subject}`, { file }, apiKey);
  expect(status).toBe(201);
  return (body as { image_id: string }).image_id;
};

const errorOf = (code: number): object => ({ code, message: expect.any(String) as unknown });

beforeEach(async () => {
  for (const apiKey of [API_KEY, OTHER_API_KEY])
    await call('DELETE', '/recognition/subjects', undefined, apiKey);
});

describe('the routes of CompreFace', () => {
  it('are not there unless the operator turns them on', async () => {
    const plain = await runApp({ env: { FACET_COLLECTIONS: '1' } });
    const response = await fetch(`${plain.url}/api/v1/recognition/subjects`, {
      headers: { 'x-api-key': API_KEY },
    });
    expect([response.status, await response.json()]).toMatchObject([404, { code: '2404' }]);
    await plain.close();
  });

  it('need collections', async () => {
    await expect(runApp({ env: { FACET_COMPREFACE: '1' } })).rejects.toThrow('FACET_COLLECTIONS=1');
  });

  it('all need an API key in x-api-key, but those without data', async () => {
    const routes = app.routes.filter(({ path }) => path.startsWith('/api/v1'));
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path, caller } of routes) {
      if (caller === 'anyone') continue;
      const response = await fetch(app.url + path, {
        method,
        headers: { user_id: API_KEY, 'x-user-id': API_KEY },
      });
      expect([response.status, await response.json()], `${method} ${path}`).toEqual([
        400,
        { code: 20, message: 'Missing header: x-api-key' },
      ]);
    }
    expect([...new Set(routes.filter(({ caller }) => caller !== 'api-key').map(({ path }) => path))]).toEqual(
      ['/api/v1/static/:key/images/:id', '/api/v1/*'],
    );
  });

  it('leave the other routes as they are', async () => {
    const response = await fetch(`${app.url}/collections`, { headers: { 'x-api-key': API_KEY } });
    expect([response.status, await response.json()]).toMatchObject([401, { code: '4001' }]);
    expect(Object.keys((app.openApi() as { paths: object }).paths).join()).not.toContain('/api/v1');
  });
});

describe('a request that is wrong gets an error of CompreFace', () => {
  it.each([
    ['POST', '/recognition/recognize', '{', 400, 0],
    ['POST', '/recognition/recognize', [], 400, 0],
    ['POST', '/recognition/recognize', {}, 400, 34],
    ['POST', '/recognition/recognize', { file: '####' }, 400, 21],
    ['POST', '/recognition/recognize', { file: 'A'.repeat(1_500_000) }, 413, 0],
    ['POST', '/recognition/recognize?limit=-1', { file }, 400, 26],
    ['POST', '/recognition/recognize?prediction_count=0', { file }, 400, 26],
    ['POST', '/recognition/recognize?det_prob_threshold=1.1', { file }, 400, 26],
    ['POST', '/recognition/recognize?status=perhaps', { file }, 400, 26],
    ['POST', '/recognition/faces', { file }, 400, 26],
    ['POST', '/recognition/faces?subject=', { file }, 400, 26],
    ['POST', `/recognition/faces?subject=${'x'.repeat(101)}`, { file }, 400, 26],
    ['POST', '/recognition/faces?subject=%E0%A4%A', { file }, 400, 26],
    ['DELETE', '/recognition/faces?subject=', undefined, 400, 26],
    ['DELETE', '/recognition/faces/nothing', undefined, 404, 44],
    ['POST', '/recognition/faces/nothing/verify', { file }, 404, 44],
    ['POST', '/recognition/faces/delete', { not: 'a list' }, 400, 0],
    ['POST', '/recognition/faces/delete', [1], 400, 26],
    ['GET', '/recognition/faces?page=100001', undefined, 400, 26],
    ['GET', '/recognition/faces?page=101&size=1000', undefined, 400, 26],
    ['POST', '/recognition/subjects', { subject: ' ' }, 400, 26],
    ['POST', '/recognition/subjects', {}, 400, 26],
    ['PUT', '/recognition/subjects/nobody', { subject: 'somebody' }, 404, 42],
    ['DELETE', '/recognition/subjects/nobody', undefined, 404, 42],
    ['POST', '/recognition/embeddings/recognize', {}, 400, 34],
    ['POST', '/recognition/embeddings/recognize', { embeddings: [] }, 400, 26],
    ['POST', '/recognition/embeddings/recognize', { embeddings: [[1, 2]] }, 400, 26],
    ['POST', '/recognition/embeddings/recognize', { embeddings: ['x'] }, 400, 26],
    ['POST', '/recognition/embeddings/recognize', { embeddings: Array(13).fill(vectorOf(1)) }, 400, 26],
    ['POST', '/recognition/embeddings/faces/nothing/verify', { embeddings: [vectorOf(1)] }, 404, 44],
    ['POST', '/verification/embeddings/verify', { source: vectorOf(1) }, 400, 34],
    ['POST', '/verification/verify', { source_image: file }, 400, 34],
    ['PATCH', '/recognition/subjects', undefined, 404, 0],
    ['GET', '/recognition/recognize', undefined, 404, 0],
    ['GET', '/elsewhere', undefined, 404, 0],
    ['DELETE', '/recognition/subjects/%zz', undefined, 404, 0],
    ['DELETE', `/recognition/subjects/${'x'.repeat(101)}`, undefined, 404, 0],
  ])('%s %s', async (method, path, body, status, code) => {
    await add('ada');
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status, body: errorOf(code) });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(['code', 'message']);
  });

  it('with an API key that nobody has, whatever it looks like', async () => {
    for (const apiKey of ['x', '__proto__', 'x'.repeat(5000), '6b135f5b-a365-4522-b1f1-4c9ac2dd0728'])
      expect(await call('GET', '/recognition/faces', undefined, apiKey)).toMatchObject({
        status: 404,
        body: errorOf(10),
      });
  });
});

describe('an example of another account', () => {
  it('is as unknown as one that never was', async () => {
    const own = await add('ada');
    const others = await add('ada', OTHER_API_KEY);
    expect(others).not.toBe(own);
    const never = others.replace(/.$/, (last) => (last === '9' ? '8' : '9'));
    for (const [method, path, body] of [
      ['DELETE', (id: string) => `/recognition/faces/${id}`, undefined],
      ['POST', (id: string) => `/recognition/faces/${id}/verify`, { file }],
      ['POST', (id: string) => `/recognition/embeddings/faces/${id}/verify`, { embeddings: [vectorOf(1)] }],
      ['GET', (id: string) => `/recognition/faces/${id}/img`, undefined],
    ] as const) {
      const [one, other] = [await call(method, path(others), body), await call(method, path(never), body)];
      expect([one.status, one.body]).toEqual([other.status, other.body]);
    }
    expect((await call('POST', '/recognition/faces/delete', [others, never])).body).toEqual([]);
    expect((await call('GET', '/recognition/faces', undefined, OTHER_API_KEY)).body).toMatchObject({
      total_elements: 1,
    });
  });
});

describe('subjects and examples', () => {
  it('are the people and faces of the collection compreface', async () => {
    await add('ada');
    await add('Ada%20Lovelace');
    const response = await fetch(`${app.url}/collections/compreface/people`, {
      headers: { user_id: API_KEY },
    });
    expect(await response.json()).toMatchObject({
      data: {
        people: [
          { person: 'ada', display_name: null, faces: 1 },
          {
            person: expect.stringMatching(/^subject-[\w-]{43}$/) as unknown,
            display_name: 'Ada Lovelace',
            faces: 1,
          },
        ],
      },
    });
    expect((await call('GET', '/recognition/subjects/')).body).toEqual({ subjects: ['ada', 'Ada Lovelace'] });
  });

  it('are listed by pages, and by subject', async () => {
    const ids = [await add('a'), await add('b%20c'), await add('d')];
    const pages = await Promise.all(
      [0, 1, 2].map((page) => call('GET', `/recognition/faces?page=${page}&size=2`)),
    );
    const faces = pages.flatMap(({ body }) => (body as { faces: { image_id: string }[] }).faces);
    expect(faces.map(({ image_id }) => image_id).toSorted()).toEqual(ids.toSorted());
    expect(pages.map(({ body }) => body)).toMatchObject([
      { page_number: 0 },
      { page_size: 2, total_pages: 2 },
      { faces: [], total_elements: 3 },
    ]);
    expect((await call('GET', '/recognition/faces?subject=b%20c')).body).toMatchObject({
      faces: [{ subject: 'b c' }],
      total_elements: 1,
    });
    expect((await call('GET', '/recognition/faces?subject=nobody')).body).toMatchObject({
      faces: [],
      total_elements: 0,
    });
  });

  it('have no photo', async () => {
    const id = await add('ada');
    for (const path of [`/recognition/faces/${id}/img`, `/static/${API_KEY}/images/${id}`])
      expect(await call('GET', path)).toMatchObject({ status: 200, body: '' });
    expect(app.log()).not.toContain(API_KEY);
  });
});

describe('embeddings', () => {
  it('of the plugin calculator are recognised and verified', async () => {
    const id = await add('ada');
    const detected = (await call('POST', '/detection/detect?face_plugins=calculator', { file })).body as {
      result: [{ embedding: number[] }];
    };
    const { embedding } = detected.result[0];
    expect(embedding).toHaveLength(128);
    const far = vectorOf(7);
    const recognised = await call('POST', '/recognition/embeddings/recognize', {
      embeddings: [far, embedding],
    });
    expect(recognised.body).toMatchObject({
      result: [{ embedding: far }, { embedding, similarities: [{ subject: 'ada' }] }],
    });
    for (const [path, body] of [
      [`/recognition/embeddings/faces/${id}/verify`, { embeddings: [far, embedding] }],
      ['/verification/embeddings/verify', { source: embedding, targets: [far, embedding] }],
    ] as const) {
      const { result } = (await call('POST', path, body)).body as {
        result: { embedding: number[]; similarity: number }[];
      };
      expect(result.map((each) => each.embedding)).toEqual([embedding, far]);
      expect(result[0]?.similarity).toBeGreaterThan(0.99);
      expect(result[1]?.similarity).toBeLessThan(0.5);
    }
  });
});

describe('metering', () => {
  it('counts what is analysed, and nothing else', async () => {
    const used = async (): Promise<number> =>
      Number(
        (
          await app.accounts.database.db
            .selectFrom('usage_day')
            .select((of) => of.fn.sum<number | string>('calls').as('sum'))
            .where('operation', 'like', '/api/v1/%')
            .where('outcome', '=', '1000')
            .executeTakeFirst()
        )?.sum ?? 0,
      );
    const before = await used();
    await add('ada');
    await call('POST', '/recognition/recognize', { file });
    await call('POST', '/recognition/embeddings/recognize', { embeddings: [vectorOf(1)] });
    await call('GET', '/recognition/subjects');
    await call('POST', '/recognition/recognize', { file: '####' });
    expect((await used()) - before).toBe(3);
  });
});
