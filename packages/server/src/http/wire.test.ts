import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readResponse,
  base64,
  postForm,
  postJson,
  postVector,
  type JsonResponse,
} from '../calls.test.fixture.js';
import { FACE_IMAGE } from '../fake-engine.test.fixture.js';
import { runApp, API_KEY, type RunningApp } from '../running-app.test.fixture.js';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ env: { FACET_MAX_BODY_BYTES: '200000', FACET_MAX_IMAGE_BYTES: '60000' } });
});
afterAll(() => app.close());

/** Sends bytes as they are and gives back everything that the server says until it closes. */
function speak(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (heard += chunk));
    socket.on('close', () => {
      resolve(heard);
    });
    socket.on('error', reject);
  });
}

function expectEnvelope(raw: string, status: number, code: string): void {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/X-Request-Id: \S{8,}/i);
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  expect(head).toMatch(/cache-control: no-store/i);
  expect(JSON.parse(body)).toMatchObject({ status: 'error', code, success: false, data: {} });
}

async function post(
  path: string,
  contentType: string | null,
  body: string | Uint8Array,
): Promise<JsonResponse> {
  const headers = { user_id: API_KEY, ...(contentType !== null && { 'content-type': contentType }) };
  return readResponse(
    await fetch(app.url + path, { method: 'POST', headers, body: Uint8Array.from(Buffer.from(body)) }),
  );
}

describe('malformed bodies', () => {
  it.each([
    ['broken JSON', 'application/json', '{"img": '],
    ['an empty body', 'application/json', ''],
    ['a JSON array', 'application/json', '["img"]'],
    ['a JSON string', 'application/json', '"img"'],
    ['null', 'application/json', 'null'],
    ['a field that is no string', 'application/json', '{"img": {"a": 1}}'],
    ['another charset', 'application/json; charset=utf-16', '{"img": "x"}'],
    ['more values than a request needs', 'application/json', `{"x": [${'{},'.repeat(10_000)}{}]}`],
    ['bytes that are no UTF-8', 'application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['a multipart body without boundary', 'multipart/form-data', 'x'],
    ['an empty multipart body', 'multipart/form-data; boundary=x', ''],
    ['a multipart body of noise', 'multipart/form-data; boundary=x', 'noise\r\n--y\r\n'],
    [
      'a multipart body that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="img"; filename="a"\r\n\r\nabc',
    ],
    [
      'too many parts',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc\r\n'.repeat(200) + '--x--\r\n',
    ],
  ])('%s', async (_what, type, body) => {
    const response = await post('/get_face_vec', type, body);
    expect(response.body).toMatchObject({ status: 'error', code: '2006', success: false });
    expect(response.status).toBe(400);
  });

  it('deeply nested JSON in an unknown field is ignored', async () => {
    const depth = 4000;
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const response = await post(
      '/get_face_vec',
      'application/json',
      `{"img": "${base64(FACE_IMAGE)}", "x": ${deep}}`,
    );
    expect(response.status).toBe(200);
  });

  it('names such as __proto__ and constructor are unknown fields like any other', async () => {
    const fields = { img: FACE_IMAGE, constructor: 'x', hasOwnProperty: 'y' };
    expect((await postForm(`${app.url}/get_face_vec`, fields)).status).toBe(200);
    const json = `{"__proto__": {"img": "eA=="}, "constructor": 1}`;
    expect((await postJson(`${app.url}/get_face_vec`, json)).body.code).toBe('2001');
  });

  it('a byte order mark before JSON does no harm', async () => {
    const response = await post(
      '/get_face_vec',
      'application/json',
      `\uFEFF{"img": "${base64(FACE_IMAGE)}"}`,
    );
    expect(response.status).toBe(200);
  });
});

describe('content types', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'image/jpeg',
    'nonsense',
    'multipart/mixed; boundary=x',
    null,
  ])('%s is rejected', async (type) => {
    const response = await post('/get_face_vec', type, 'x');
    expect(response.body).toMatchObject({ code: '2009' });
    expect(response.status).toBe(415);
  });

  it.each(['application/json', 'APPLICATION/JSON; charset="UTF-8"', 'application/json;charset=utf8'])(
    '%s is accepted',
    async (type) => {
      const response = await post('/get_face_vec', type, JSON.stringify({ img: base64(FACE_IMAGE) }));
      expect(response.status).toBe(200);
    },
  );

  it('a compressed body is rejected', async () => {
    const response = await fetch(`${app.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id: API_KEY, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect(response.status).toBe(415);
  });
});

describe('limits', () => {
  it('a body over the limit is rejected by its announced length, by its real length, in both content types', async () => {
    const large = 'x'.repeat(300_000);
    expect((await postJson(`${app.url}/get_face_vec`, { img: large })).body.code).toBe('2007');
    expect((await postForm(`${app.url}/get_face_vec`, { other: large })).body.code).toBe('2007');
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(50_000).fill(0x20));
        if (++chunks === 40) controller.close();
      },
    });
    const response = await fetch(`${app.url}/get_face_vec`, {
      method: 'POST',
      headers: { user_id: API_KEY, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    await response.body?.cancel();
  });

  it('an image over the limit is rejected with its field named', async () => {
    const response = await postForm(`${app.url}/get_face_vec`, { img: new Uint8Array(70_000) });
    expect(response).toMatchObject({ status: 413, body: { code: '2007', data: { field: 'img' } } });
    expect(response.body.message).toContain('img');
  });
});

describe('paths and methods', () => {
  it('an unknown path gets 404 in the envelope', async () => {
    for (const path of ['/nothing', '/match_faces/', '/%', '/%00', '/__proto__', '//match_faces']) {
      const response = await readResponse(await fetch(app.url + path, { method: 'POST' }));
      expect(response, path).toMatchObject({ status: 404, body: { code: '2404', success: false } });
      expect(response.headers.get('x-request-id')).toBeTruthy();
      expect(response.headers.get('link')).toBe('</errors/2404>; rel="help"');
    }
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'another method (%s) responds with 405 with Allow',
    async (method) => {
      const response = await fetch(`${app.url}/match_faces?x=1`, { method });
      expect(response.headers.get('allow')).toBe('POST');
      expect(await readResponse(response)).toMatchObject({ status: 405, body: { code: '2405' } });
    },
  );

  it('names all the methods of a path', async () => {
    const response = await fetch(`${app.url}/healthz`, { method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('broken HTTP', () => {
  it('a huge header gets 431', async () => {
    expectEnvelope(
      await speak(`GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`),
      431,
      '2006',
    );
  });

  it('what is not HTTP gets 400', async () => {
    expectEnvelope(await speak('hello there\r\n\r\n'), 400, '2006');
    expectEnvelope(await speak('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n'), 400, '2006');
  });

  it('a tunnel is rejected', async () => {
    expectEnvelope(await speak('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n'), 405, '2405');
  });

  it('a missing Host header gets 400, except in HTTP/1.0, which knows none', async () => {
    expectEnvelope(await speak('GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'), 400, '2006');
    expectEnvelope(await speak('GET /healthz HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n'), 400, '2006');
    expect(await speak('GET /healthz HTTP/1.0\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(['host: [x', 'host: a/b', 'host: a@b', 'host: a b', `host: ${'a'.repeat(300)}`])(
    'an impossible Host header responds with 400: %s',
    async (line) => {
      expectEnvelope(await speak(`GET /docs/ HTTP/1.1\r\n${line}\r\n\r\n`), 400, '2006');
    },
  );

  it('two Host headers get 400, equal or not', async () => {
    for (const [first, second] of [
      ['a', 'b'],
      ['a', 'a'],
    ])
      expectEnvelope(
        await speak(`GET /healthz HTTP/1.1\r\nhost: ${first}\r\nHOST: ${second}\r\n\r\n`),
        400,
        '2006',
      );
  });
});

describe('Expect: 100-continue', () => {
  const head = (apiKey: string): string =>
    `POST /get_face_vec HTTP/1.1\r\nhost: a\r\nuser_id: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n`;

  it('gets no 100 Continue if the request is rejected anyway', async () => {
    expectEnvelope(await speak(head('unknown-user')), 401, '4002');
  });

  it('gets 100 Continue when the body is about to be read', async () => {
    const heard = await speak(`${head(API_KEY)}{}`);
    expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /);
    expect(heard).toContain('"2001"');
  });
});

describe('every response', () => {
  it("has a request id: the caller's own if it is harmless", async () => {
    const id = async (given: string): Promise<string | null> =>
      (
        await fetch(`${app.url}/healthz`, { headers: { 'x-request-id': given, user_id: API_KEY } })
      ).headers.get('x-request-id');
    expect(await id('trace-0123456789')).toBe('trace-0123456789');
    expect(await id('bad id {}')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id(API_KEY)).not.toBe(API_KEY);
    expect(await id(`trace-${API_KEY}`)).not.toContain(API_KEY);
    const somebodys = `fct_${'x'.repeat(32)}`;
    expect(await id(somebodys)).not.toContain(somebodys);
    expect(await id(`trace.${somebodys}`)).not.toContain(somebodys);
  });

  it('has the security headers', async () => {
    const { headers } = await postVector(app.url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
  });
});
