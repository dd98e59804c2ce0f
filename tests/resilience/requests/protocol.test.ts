import type { StartedService } from '@facet/test-support';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { responsesIn, expectRejection, openRaw, speak } from '../shared/raw-connection.js';
import { startTarget, API_KEY } from '../shared/service.js';

let service: StartedService;
let good: GoodCall;

beforeAll(async () => {
  service = await startTarget();
  good = await goodCall(service.url);
});
afterEach(() => good.stillResponds());
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const post = (...lines: readonly string[]): string =>
  head('POST /get_face_vec HTTP/1.1', 'host: a', `user_id: ${API_KEY}`, ...lines);
const JSON_TYPE = 'content-type: application/json';

describe('a request that could be read in two ways', () => {
  const smuggled = 'GET /metrics HTTP/1.1\r\nhost: a\r\n\r\n';

  it.each([
    [
      'a length and chunks',
      post(JSON_TYPE, 'content-length: 6', 'transfer-encoding: chunked'),
      `0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks and a length',
      post(JSON_TYPE, 'transfer-encoding: chunked', 'content-length: 4'),
      `0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', post(JSON_TYPE, 'content-length: 2', 'content-length: 44'), `{}${smuggled}`],
    ['two equal lengths', post(JSON_TYPE, 'content-length: 2', 'content-length: 2'), '{}'],
    ['a list of lengths', post(JSON_TYPE, 'content-length: 2, 44'), `{}${smuggled}`],
    ['a negative length', post(JSON_TYPE, 'content-length: -1'), smuggled],
    ['a signed length', post(JSON_TYPE, 'content-length: +2'), '{}'],
    ['a hexadecimal length', post(JSON_TYPE, 'content-length: 0x2'), '{}'],
    ['a length beyond all numbers', post(JSON_TYPE, `content-length: ${'9'.repeat(40)}`), '{}'],
    ['an unknown transfer', post(JSON_TYPE, 'transfer-encoding: xchunked'), `0\r\n\r\n${smuggled}`],
    [
      'chunks before another transfer',
      post(JSON_TYPE, 'transfer-encoding: chunked, identity'),
      `0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks twice',
      post(JSON_TYPE, 'transfer-encoding: chunked', 'transfer-encoding: identity'),
      `0\r\n\r\n${smuggled}`,
    ],
    ['a space before the colon', post(JSON_TYPE, 'content-length : 2'), '{}'],
    ['a folded header', post(JSON_TYPE, 'x: a\r\n content-length: 2'), '{}'],
    ['a bare line feed', `POST /get_face_vec HTTP/1.1\nhost: a\ncontent-length: 2\n\n{}`, ''],
    ['a bare carriage return', post(JSON_TYPE, 'x: a\rcontent-length: 2'), '{}'],
    ['a NUL in a header', post(JSON_TYPE, 'x: a\0b'), ''],
    ['a broken chunk size', post(JSON_TYPE, 'transfer-encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
    [
      'a chunk size beyond all numbers',
      post(JSON_TYPE, 'transfer-encoding: chunked'),
      `${'f'.repeat(20)}\r\n{}`,
    ],
    [
      'a chunk longer than its size',
      post(JSON_TYPE, 'transfer-encoding: chunked'),
      `1\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
    ['another protocol', head('GET /metrics HTTPS/1.1', 'host: a'), ''],
    ['a version to come', head('GET /metrics HTTP/9.9', 'host: a'), ''],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ''],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex').toString('latin1'), '\r\n\r\n'],
    ['a lower-case method', head('get /metrics HTTP/1.1', 'host: a'), ''],
    ['a tunnel', head('CONNECT 127.0.0.1:22 HTTP/1.1', 'host: a'), ''],
  ])('(%s) is rejected as a whole and the connection closed', async (_, request, body) => {
    const responses = responsesIn(await speak(service.url, Buffer.from(request + body, 'latin1')));
    expect(responses).toHaveLength(1);
    for (const response of responses) expectRejection(response);
  });

  it('never gets a response that its own header has split', async () => {
    const split = ['%0d%0aset-cookie: evil=1', '%0aset-cookie: evil=1', '\u010d\u010aset-cookie: evil=1'];
    for (const evil of split) {
      for (const lines of [
        [`GET /account/service?x=${encodeURI(evil)} HTTP/1.1`, 'host: a', `x-request-id: ${encodeURI(evil)}`],
        ['OPTIONS /get_face_vec HTTP/1.1', 'host: a', `origin: http://a${encodeURI(evil)}`],
        [`GET /docs${encodeURI(evil)} HTTP/1.1`, `host: a${encodeURI(evil)}`],
      ]) {
        const heard = await speak(service.url, head(...lines, 'connection: close'));
        expect(heard).not.toMatch(/^set-cookie/im);
        for (const { status } of responsesIn(heard)) expect(status).toBeLessThan(500);
      }
    }
  });
});

describe('paths', () => {
  it.each([
    '/..%2fmetrics',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../../../etc/passwd',
    '/assets/../../../../etc/passwd',
    '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/..\\..\\package.json',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets/%252e%252e/package.json',
    '/assets/%00',
    '/assets/index.html%00.js',
    '/samples/../../package.json',
    '/samples/..%2f1.jpg',
    '/get_face_vec%00',
    '/get_face_vec%2f',
    '/get_face_vec/..',
    '/%67et_face_vec/',
    '/%c1%a7et_face_vec',
    '/%e0%80%af',
    '/%ff',
    '/%',
    '/%zz',
    '/__proto__',
    '/constructor/prototype',
    '//evil.example/%2f..',
    '/;/get_face_vec',
    `/${'a/'.repeat(4000)}`,
    `/${'%41'.repeat(3000)}`,
    'http://evil.example/get_face_vec/x',
  ])('%s is not found', async (path) => {
    const heard = await speak(service.url, head(`GET ${path} HTTP/1.1`, 'host: a', 'connection: close'));
    const [response] = responsesIn(heard);
    if (response === undefined) throw new Error('No response');
    expectRejection(response);
    expect(heard).not.toMatch(/root:|"workspaces"/);
  });

  it('of an operation, in every spelling, require an API key or are not found', async () => {
    for (const path of [
      '/get_face_vec',
      '/%67et_face_vec',
      '/get_face_vec?x',
      'http://evil.example/get_face_vec',
    ]) {
      const heard = await speak(
        service.url,
        head(`POST ${path} HTTP/1.1`, 'host: a', 'content-length: 0', 'connection: close'),
      );
      expect(responsesIn(heard)[0]?.body, path).toMatch(/"code":"(4001|2404)"/);
    }
  });
});

describe('giants', () => {
  // Just above the 16 KB that are read: all of it has arrived when it is rejected, so no response is lost to a reset.
  const over = 'x'.repeat(16 * 1024);

  it.each([
    ['a header', head('GET /healthz HTTP/1.1', 'host: a', `x: ${over}`)],
    [
      'many headers',
      head('GET /healthz HTTP/1.1', 'host: a', ...Array.from({ length: 1800 }, (_, n) => `x${n}: 123456`)),
    ],
    ['a path', head(`GET /${over} HTTP/1.1`, 'host: a')],
    ['a query', head(`GET /healthz?${over} HTTP/1.1`, 'host: a')],
    ['a cookie', head('GET /account HTTP/1.1', 'host: a', `cookie: facet_session=${over}`)],
    ['an API key', head('POST /get_face_vec HTTP/1.1', 'host: a', `user_id: ${over}`, 'content-length: 0')],
  ])('(%s over the limit) are rejected with one 431', async (_, request) => {
    const responses = responsesIn(await speak(service.url, request));
    expect(responses.map(({ status }) => status)).toEqual([431]);
    for (const response of responses) {
      expectRejection(response);
      expect(JSON.parse(response.body)).toMatchObject({ code: '2006' });
    }
  });

  it.each([
    ['one giant header', head('GET /healthz HTTP/1.1', 'host: a', `x: ${'y'.repeat(1_000_000)}`)],
    [
      'thousands of headers',
      head('GET /healthz HTTP/1.1', 'host: a', ...Array.from({ length: 20_000 }, (_, n) => `x${n}: 1`)),
    ],
    ['a giant path', head(`GET /${'a'.repeat(1_000_000)} HTTP/1.1`, 'host: a')],
    ['a giant method', head(`${'A'.repeat(100_000)} / HTTP/1.1`, 'host: a')],
    [
      'a giant cookie',
      head('GET /account HTTP/1.1', 'host: a', `cookie: facet_session=${'x'.repeat(100_000)}`),
    ],
    ['a giant API key', head('POST /get_face_vec HTTP/1.1', 'host: a', `user_id: ${'x'.repeat(100_000)}`)],
    [
      'a giant trailer',
      post(JSON_TYPE, 'transfer-encoding: chunked') + `2\r\n{}\r\n0\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    ],
    [
      'a giant chunk extension',
      post(JSON_TYPE, 'transfer-encoding: chunked') + `2;${'y'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('(%s) are rejected and the connection closed', async (_, request) => {
    // The response may be lost in a reset, because much was sent that nobody read; but it must not be wrong.
    const responses = responsesIn(await speak(service.url, request));
    expect(responses.length).toBeLessThanOrEqual(1);
    for (const response of responses) expectRejection(response);
  });

  it('among API keys and cookies that still fit are rejected as unknown', async () => {
    const long = 'x'.repeat(8000);
    const unknown = await speak(
      service.url,
      head(
        'POST /get_face_vec HTTP/1.1',
        'host: a',
        `user_id: ${long}`,
        'content-length: 0',
        'connection: close',
      ),
    );
    expect(responsesIn(unknown)[0]?.body).toContain('"4002"');
    const out = await speak(
      service.url,
      head('GET /account HTTP/1.1', 'host: a', `cookie: facet_session=${long}`, 'connection: close'),
    );
    expect(responsesIn(out)[0]?.body).toContain('"4010"');
  });
});

describe('many requests on one connection', () => {
  it('get their responses in order, good ones and rejected ones', async () => {
    const good200 = head('GET /healthz HTTP/1.1', 'host: a');
    const missing = head('GET /nothing HTTP/1.1', 'host: a');
    const noBody = post(JSON_TYPE, 'content-length: 2') + '{}';
    const requests = Array.from({ length: 90 }, (_, n) => [good200, missing, noBody][n % 3] ?? '');
    const last = head('GET /healthz HTTP/1.1', 'host: a', 'connection: close');
    const responses = responsesIn(await speak(service.url, requests.join('') + last));
    expect(responses).toHaveLength(91);
    expect(responses.map(({ status }) => status)).toEqual([
      ...requests.map((_, n) => [200, 404, 400][n % 3]),
      200,
    ]);
  });

  it('end at the first invalid one', async () => {
    const responses = responsesIn(
      await speak(
        service.url,
        `${head('GET /healthz HTTP/1.1', 'host: a')}NONSENSE\r\n\r\n${head('GET /metrics HTTP/1.1', 'host: a')}`,
      ),
    );
    // The rejection may overtake what was being answered, but nothing comes after it.
    expect(responses.at(-1)?.status).toBe(400);
    expect(responses.length).toBeLessThanOrEqual(2);
  });
});

describe('disconnecting', () => {
  it.each([
    ['in the middle of the first line', 'POST /get_fa'],
    ['in the middle of the headers', 'POST /get_face_vec HTTP/1.1\r\nhost: a\r\ncontent-'],
    ['before the body', post(JSON_TYPE, 'content-length: 1000')],
    ['in the middle of the body', post(JSON_TYPE, 'content-length: 1000') + '{"img": "'],
    ['in the middle of a chunk', post(JSON_TYPE, 'transfer-encoding: chunked') + 'ff\r\n{"img'],
    [
      'in the middle of a part',
      post('content-type: multipart/form-data; boundary=x', 'content-length: 9999') +
        '--x\r\ncontent-disposition: form-data; name="img"; filename="a"\r\n\r\nabc',
    ],
    ['right after a whole request', post(JSON_TYPE, 'content-length: 2') + '{}'],
  ])('%s, a hundred times, harms nobody', async (_, text) => {
    await Promise.all(
      Array.from({ length: 100 }, async (__, n) => {
        const { socket, write, heard } = await openRaw(service.url);
        write(text);
        if (n % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
        await heard;
      }),
    );
  });
});
