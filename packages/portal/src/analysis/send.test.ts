import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDistance } from './face.js';
import type { ApiRequest, ImageSource } from './request.js';
import { parseHeaders, readExchange, send, type Exchange } from './send.js';

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
    const response = {
      status: 'ok',
      code: '1000',
      success: true,
      message: '',
      data: { score: '0.4312', status: 'match' },
    };
    const result = readExchange(exchange(200, JSON.stringify(response)), readDistance);
    expect(result).toMatchObject({ ok: true, data: 0.4312 });
  });

  it('reports a rejection with its code, wait and request ID', () => {
    const response = { status: 'error', code: '4291', success: false, message: 'Too many.', data: { a: 1 } };
    const headers = 'retry-after: 2.2\r\nx-request-id: abc\r\n';
    const result = readExchange(exchange(429, JSON.stringify(response), headers), readDistance);
    expect(result).toMatchObject({
      ok: false,
      failure: {
        kind: 'rejected',
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
    const response = { status: 'error', code: '3104', success: false, message: 'No.', data: { failed } };
    const result = readExchange(exchange(422, JSON.stringify(response)), readDistance);
    expect(result).toMatchObject({ failure: { advice: ['Look straight into the camera.'] } });
  });

  it.each([
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['a success without its data', '{"success":true,"code":"1000","data":{}}'],
    ['JSON of another kind', '[1]'],
    ['an error without a code', '{"success":false}'],
  ])('says so when the response is %s', (_, text) => {
    const result = readExchange(exchange(502, text), readDistance);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'rejected', status: 502 } });
    expect(result.ok || result.failure.code).toBeUndefined();
  });
});

it('says to reload the page when a success of the service lacks what the page expects', () => {
  const response = { status: 'ok', code: '1000', success: true, message: '', data: {} };
  const result = readExchange(exchange(200, JSON.stringify(response)), readDistance);
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

describe('a call whose connection breaks', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facet-send-'));
    vi.stubGlobal('document', { baseURI: 'http://service.example/' });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('XMLHttpRequest', BreakingRequest);
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await rm(folder, { recursive: true });
  });

  /** A file on disk, as one that was chosen in a browser: its bytes are read when they are needed. */
  const fileAt = async (path: string): Promise<ImageSource> => {
    await writeFile(path, 'a photo');
    return { kind: 'file', id: path, bytes: await openAsBlob(path), name: 'photo.jpg' };
  };
  const failureOf = async (...sources: ImageSource[]): Promise<unknown> => {
    const images = sources.map((source, n) => ({ field: `img_${n + 1}`, source }));
    const result = await send({
      request: { ...request, images },
      apiKey: null,
      read: readDistance,
      signal: new AbortController().signal,
    });
    return result.ok ? undefined : result.failure.kind;
  };

  it('is said to be unreachable if its files can still be read', async () => {
    const [a, b] = [await fileAt(join(folder, 'a.jpg')), await fileAt(join(folder, 'b.jpg'))];
    expect(await failureOf(a, b)).toBe('unreachable');
  });

  it('is said to have lost a file that is gone, also if it is the second one', async () => {
    const [a, b] = [await fileAt(join(folder, 'a.jpg')), await fileAt(join(folder, 'b.jpg'))];
    await rm(join(folder, 'b.jpg'));
    expect(await failureOf(a, b)).toBe('lost-file');
  });

  it('is said to be unreachable if it sends no file', async () => {
    expect(await failureOf({ kind: 'url', url: 'http://photos.example/a.jpg' })).toBe('unreachable');
  });
});

/** Fails as a browser's request does: without saying why. */
class BreakingRequest {
  readonly upload = {};
  onerror = (): void => undefined;
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;
  send = (): void => {
    queueMicrotask(() => {
      this.onerror();
    });
  };
}
