import { describe, expect, it } from 'vitest';
import { readDistance } from './face.js';
import type { ApiRequest } from './request.js';
import { parseHeaders, readExchange, type Exchange } from './send.js';

const request: ApiRequest = { path: '/match_faces', query: [], images: [] };

const exchange = (status: number, text: string, headers = ''): Exchange => ({
  request,
  status,
  millis: 5,
  headers: parseHeaders(headers),
  text,
});

describe('readExchange', () => {
  it('reads the data of a success', () => {
    const answer = {
      status: 'ok',
      code: '1000',
      success: true,
      message: '',
      data: { score: '0.4312', status: 'match' },
    };
    const result = readExchange(exchange(200, JSON.stringify(answer)), readDistance);
    expect(result).toMatchObject({ ok: true, data: 0.4312 });
  });

  it('reports a refusal with its code, wait and request ID', () => {
    const answer = { status: 'error', code: '4291', success: false, message: 'Too many.', data: { a: 1 } };
    const headers = 'retry-after: 2.2\r\nx-request-id: abc\r\n';
    const result = readExchange(exchange(429, JSON.stringify(answer), headers), readDistance);
    expect(result).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        status: 429,
        code: '4291',
        message: 'Too many.',
        data: { a: 1 },
        retryAfterSeconds: 3,
        requestId: 'abc',
        safeToRepeat: true,
      },
    });
  });

  it('passes on the advice of the enrolment check', () => {
    const failed = [
      { rule: 'yaw', value: 30, bound: 'most', threshold: 15, advice: 'Look straight into the camera.' },
    ];
    const answer = { status: 'error', code: '3104', success: false, message: 'No.', data: { failed } };
    const result = readExchange(exchange(422, JSON.stringify(answer)), readDistance);
    expect(result).toMatchObject({ failure: { advice: ['Look straight into the camera.'] } });
  });

  it.each([
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['a success without its data', '{"success":true,"code":"1000","data":{}}'],
    ['JSON of another kind', '[1]'],
    ['an error without a code', '{"success":false}'],
  ])('says so when the answer is %s', (_, text) => {
    const result = readExchange(exchange(502, text), readDistance);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'refused', status: 502 } });
    expect(result.ok || result.failure.code).toBeUndefined();
  });
});

it('asks to reload the page when a success of the service lacks what the page expects', () => {
  const answer = { status: 'ok', code: '1000', success: true, message: '', data: {} };
  const result = readExchange(exchange(200, JSON.stringify(answer)), readDistance);
  expect(result).toMatchObject({
    ok: false,
    failure: { status: 200, message: expect.stringContaining('different versions') as string },
  });
});

describe('headers', () => {
  it('are read as pairs, whatever their line ends and colons', () => {
    expect(parseHeaders('a: 1\r\nb-c:  x:y \n\nbroken\n')).toEqual([
      { name: 'a', value: '1' },
      { name: 'b-c', value: 'x:y' },
    ]);
  });
});
