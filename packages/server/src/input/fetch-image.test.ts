import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { createImageFetcher, type ImageFetcherOptions } from './fetch-image.js';
import { startRawServer, startServer, type LoopbackServer } from './loopback-server.test.fixture.js';
import { selfSigned, type SelfSigned } from './self-signed.test.fixture.js';

const IMAGE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]);
const open: LoopbackServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(handler: RequestListener, tls?: SelfSigned): Promise<LoopbackServer> {
  const server = await startServer(handler, tls);
  open.push(server);
  return server;
}

async function serveRaw(speak: (socket: Socket) => void): Promise<LoopbackServer> {
  const server = await startRawServer(speak);
  open.push(server);
  return server;
}

interface Call extends Partial<ImageFetcherOptions> {
  readonly signal?: AbortSignal;
}

const fetchImage = ({ signal, ...options }: Call, url: string): Promise<Uint8Array> =>
  createImageFetcher({ maxBytes: 1000, deadlineMs: 20_000, ...options }).fetch(
    url,
    signal ?? new AbortController().signal,
  );

/** Fetches a path of the server, which the operator has allowed. */
const fetchFrom = ({ port }: LoopbackServer, path = '/', call: Call = {}): Promise<Uint8Array> =>
  fetchImage({ allow: [`127.0.0.1:${port}`], ...call }, `http://127.0.0.1:${port}${path}`);

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error('No ServiceError', { cause: error });
  return error;
}

const refusal =
  'The image URL is refused; it must name a public http or https host on its default port, without credentials.';

describe('an image that is there', () => {
  it('is fetched with a plain request: no cookies, no compression, no credentials, closed afterwards', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    expect(Buffer.from(await fetchFrom(server, '/a%20b.jpg?x=1&y=%26#part'))).toEqual(IMAGE);
    const [request] = server.requests;
    expect(request?.url).toBe('/a%20b.jpg?x=1&y=%26');
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'close',
      accept: 'image/jpeg, image/png, image/*;q=0.5, */*;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'Facet',
    });
    await server.allClosed();
  });

  it('may be HTML or nothing at all: the format is not the fetcher’s business', async () => {
    const server = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/empty' ? '' : '<html>');
    });
    expect(Buffer.from(await fetchFrom(server, '/page')).toString()).toBe('<html>');
    expect(await fetchFrom(server, '/empty')).toHaveLength(0);
  });

  it('owns its memory alone', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    expect((await fetchFrom(server)).buffer.byteLength).toBe(IMAGE.length);
  });

  it('ignores proxies that the environment names', async () => {
    const proxy = await serve((_, response) => response.end('proxy'));
    const server = await serve((_, response) => response.end('direct'));
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = `http://127.0.0.1:${proxy.port}`;
    try {
      expect(Buffer.from(await fetchFrom(server)).toString()).toBe('direct');
    } finally {
      if (before === undefined) delete process.env['http_proxy'];
      else process.env['http_proxy'] = before;
    }
    expect(proxy.requests).toHaveLength(0);
  });
});

describe('HTTPS', () => {
  const tls = selfSigned(['photos.test'], ['127.0.0.1']);

  it('is checked against the name while the connection goes to the checked address', async () => {
    const server = await serve((request, response) => {
      const name = 'servername' in request.socket ? String(request.socket.servername) : '';
      response.end(`${name} ${request.headers.host ?? ''}`);
    }, tls);
    const call = {
      extraCa: [tls.cert],
      allow: [`photos.test:${server.port}`],
      resolver: () => Promise.resolve(['127.0.0.1']),
    };
    const bytes = await fetchImage(call, `https://photos.test:${server.port}/`);
    expect(Buffer.from(bytes).toString()).toBe(`photos.test photos.test:${server.port}`);
  });

  it('works on a bare address that the certificate names', async () => {
    const server = await serve((_, response) => response.end(IMAGE), tls);
    const call = { extraCa: [tls.cert], allow: [`127.0.0.1:${server.port}`] };
    expect(await fetchImage(call, `https://127.0.0.1:${server.port}/`)).toHaveLength(IMAGE.length);
  });

  it.each([
    ['an unknown authority', 'photos.test', []],
    ['another name', 'other.test', [tls.cert]],
  ])('fails for %s', async (_, name, extraCa) => {
    const server = await serve((_request, response) => response.end(IMAGE), tls);
    const call = {
      extraCa,
      allow: [`${name}:${server.port}`],
      resolver: () => Promise.resolve(['127.0.0.1']),
    };
    const error = await failure(fetchImage(call, `https://${name}:${server.port}/`));
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'tls' } });
    expect(server.requests).toHaveLength(0);
  });

  it('fails where the server speaks plain HTTP', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const error = await failure(
      fetchImage({ allow: [`127.0.0.1:${server.port}`] }, `https://127.0.0.1:${server.port}/`),
    );
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'tls' } });
  });
});

describe('a server that answers badly', () => {
  it.each([400, 401, 404, 500, 503, 304, 300])('fails with the status %i', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end());
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      message: `The image URL answered with the HTTP status ${status}.`,
      details: { status },
    });
    await server.allClosed();
  });

  it('fails with the status of a redirect that leads nowhere', async () => {
    const server = await serve((_, response) => response.writeHead(302).end());
    expect(await failure(fetchFrom(server))).toMatchObject({ details: { status: 302 } });
  });

  it.each(['gzip', 'br', 'gzip, identity', 'zstd'])('refuses the content encoding %s', async (encoding) => {
    const server = await serve((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(gzipSync(Buffer.alloc(1_000_000)).subarray(0, 900));
    });
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'encoding' },
    });
  });

  it('accepts an answer that says identity', async () => {
    const server = await serve((_, response) =>
      response.setHeader('content-encoding', ' Identity').end(IMAGE),
    );
    expect(await fetchFrom(server)).toHaveLength(IMAGE.length);
  });

  it.each([
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
    ['hangs up without a word', (socket: Socket) => void socket.end()],
    ['speaks no HTTP', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'sends headers without end',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}`),
    ],
    [
      'breaks off in the body',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'),
    ],
    [
      'breaks off in a chunk',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\nshort'),
    ],
    [
      'lies about its length with nonsense',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'),
    ],
  ])('fails when it %s', async (_, speak) => {
    const server = await serveRaw((socket) =>
      socket.once('data', () => {
        speak(socket);
      }),
    );
    const error = await failure(fetchFrom(server));
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'connection' } });
    expect(error.message).not.toMatch(/127|ECONN/);
  });

  it('fails when nothing listens', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'connection' },
    });
  });

  it('takes no more than the length that it declared', async () => {
    const server = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabcdefgh')),
    );
    const outcome = await fetchFrom(server).then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: unknown) => (error instanceof ServiceError ? error.code : 'another error'),
    );
    expect(['abcd', 'url-failed']).toContain(outcome);
  });
});

describe('the byte limit', () => {
  it('is exact', async () => {
    const server = await serve((request, response) =>
      response.end(Buffer.alloc(Number(request.url?.slice(1)))),
    );
    expect(await fetchFrom(server, '/1000')).toHaveLength(1000);
    expect(await failure(fetchFrom(server, '/1001'))).toMatchObject({
      code: 'too-many-bytes',
      details: { limitBytes: 1000 },
    });
  });

  it('refuses a large declared length before any of it arrives', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1001 });
      response.flushHeaders();
    });
    expect((await failure(fetchFrom(server))).code).toBe('too-many-bytes');
    await server.allClosed();
  });

  it('cuts a body without end', async () => {
    const server = await serve((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(100)));
      };
      response.on('drain', pour);
      pour();
    });
    expect((await failure(fetchFrom(server))).code).toBe('too-many-bytes');
    await server.allClosed();
  });
});

describe('the deadline', () => {
  const soon = { deadlineMs: 100 };

  it.each<[string, RequestListener]>([
    ['headers that never come', () => undefined],
    [
      'a body that never comes',
      (_, response) => {
        response.writeHead(200).flushHeaders();
      },
    ],
    [
      'a body that trickles on',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
    [
      'redirects that each take a while',
      (_, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
      },
    ],
    [
      'nothing but early hints',
      (_, response) => {
        const timer = setInterval(() => {
          response.writeEarlyHints({ link: '</a>; rel=preload' });
        }, 10);
        response.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
  ])('ends %s', async (_, handler) => {
    const server = await serve(handler);
    expect(await failure(fetchFrom(server, '/', soon))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'timeout' },
    });
    await server.allClosed();
  });

  it('ends a resolver that never answers', async () => {
    const call = { ...soon, resolver: () => new Promise<never>(() => undefined) };
    expect(await failure(fetchImage(call, 'http://photos.test/'))).toMatchObject({
      details: { reason: 'timeout' },
    });
  });

  it('ends a TLS handshake that never answers', async () => {
    const server = await serveRaw(() => undefined);
    const call = { ...soon, allow: [`127.0.0.1:${server.port}`] };
    expect(await failure(fetchImage(call, `https://127.0.0.1:${server.port}/`))).toMatchObject({
      details: { reason: 'timeout' },
    });
    await server.allClosed();
  });
});

describe('the caller’s signal', () => {
  it('ends the fetch with its own reason and closes the connection', async () => {
    const controller = new AbortController();
    const reason = new Error('The caller hung up.');
    const server = await serve(() => {
      controller.abort(reason);
    });
    await expect(fetchFrom(server, '/', { signal: controller.signal })).rejects.toBe(reason);
    await server.allClosed();
  });

  it('prevents a fetch when it has fired before', async () => {
    const reason = new Error('Too late.');
    const server = await serve((_, response) => response.end(IMAGE));
    await expect(fetchFrom(server, '/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it('connects nowhere when it fires during the look-up', async () => {
    const controller = new AbortController();
    const server = await serve((_, response) => response.end(IMAGE));
    const resolver = (): Promise<string[]> => {
      controller.abort(new Error('Stop.'));
      return Promise.resolve(['127.0.0.1']);
    };
    const call = { signal: controller.signal, allow: ['127.0.0.1'], ports: [server.port], resolver };
    await expect(fetchImage(call, `http://photos.test:${server.port}/`)).rejects.toThrow('Stop.');
    expect(server.requests).toHaveLength(0);
  });
});

describe('redirects', () => {
  const redirecting =
    (to: (url: string) => string): RequestListener =>
    (request, response) => {
      response.writeHead(302, { location: to(request.url ?? '') }).end();
    };

  it.each([301, 302, 303, 307, 308])('are followed on %i, relative ones too', async (status) => {
    const server = await serve((request, response) => {
      if (request.url === '/c') response.end(IMAGE);
      else response.writeHead(status, { location: request.url === '/a/b' ? '../c' : 'b' }).end();
    });
    expect(await fetchFrom(server, '/a/x')).toHaveLength(IMAGE.length);
    expect(server.requests.map(({ url }) => url)).toEqual(['/a/x', '/a/b', '/c']);
  });

  it('are followed three times and no more', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(IMAGE);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await fetchFrom(server, '/3')).toHaveLength(IMAGE.length);
    expect(await failure(fetchFrom(server, '/4'))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'redirects' },
    });
  });

  it('in a circle end', async () => {
    const server = await serve(redirecting(() => '/'));
    expect(await failure(fetchFrom(server))).toMatchObject({ details: { reason: 'redirects' } });
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost:22/',
    'file:///etc/passwd',
    'ftp://example.com/a.jpg',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'http://user:secret@example.com/',
    '//10.0.0.1/',
  ])('to %s are refused', async (location) => {
    const server = await serve(redirecting(() => location));
    const error = await failure(fetchFrom(server));
    expect(error.code).toBe('url-refused');
    expect(error.message).toBe(refusal);
    expect(server.requests).toHaveLength(1);
  });

  it('to another port of an allowed host are refused', async () => {
    const other = await serve((_, response) => response.end('secret'));
    const server = await serve(redirecting(() => `http://127.0.0.1:${other.port}/`));
    expect((await failure(fetchFrom(server))).code).toBe('url-refused');
    expect(other.requests).toHaveLength(0);
  });

  it('to no valid address fail', async () => {
    const server = await serve(redirecting(() => 'http://[broken/'));
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'redirect' },
    });
  });

  it('take nothing along from HTTPS to HTTP', async () => {
    const tls = selfSigned([], ['127.0.0.1']);
    const plain = await serve((_, response) => response.end(IMAGE));
    const secure = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${plain.port}/`, 'set-cookie': 'a=b' }).end();
    }, tls);
    const call = { extraCa: [tls.cert], allow: [`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`] };
    expect(await fetchImage(call, `https://127.0.0.1:${secure.port}/`)).toHaveLength(IMAGE.length);
    expect(plain.requests[0]?.headers).not.toHaveProperty('cookie');
    expect(plain.requests[0]?.headers).not.toHaveProperty('referer');
  });
});

describe('names', () => {
  const answering = (...answers: string[][]): { resolver: () => Promise<string[]>; calls: () => number } => {
    let calls = 0;
    return {
      resolver: () => Promise.resolve(answers[Math.min(calls++, answers.length - 1)] ?? []),
      calls: () => calls,
    };
  };

  it('are resolved once: a later answer changes nothing', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const { resolver, calls } = answering(['127.0.0.1'], ['10.0.0.1']);
    const call = { allow: ['127.0.0.1'], ports: [server.port], resolver };
    expect(await fetchImage(call, `http://photos.test:${server.port}/`)).toHaveLength(IMAGE.length);
    expect(calls()).toBe(1);
    expect(server.requests[0]?.headers.host).toBe(`photos.test:${server.port}`);
  });

  it('are checked anew after a redirect to the same name', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const { resolver, calls } = answering(['127.0.0.1'], ['127.0.0.2']);
    const call = { allow: ['127.0.0.1'], ports: [server.port], resolver };
    expect((await failure(fetchImage(call, `http://photos.test:${server.port}/`))).message).toBe(refusal);
    expect(calls()).toBe(2);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['one public and one private answer', ['93.184.215.14', '10.0.0.1']],
    ['one private and one public answer', ['fd00::1', '2606:2800:220:1::1']],
    ['a private answer', ['192.168.1.1']],
    ['an answer with a zone', ['fe80::1%eth0']],
    ['an answer in a notation of its own', ['0x08.8.8.8']],
    ['an answer that is no address', ['photos.test']],
    ['no answer', []],
  ])('with %s are refused', async (_, answers) => {
    const { resolver } = answering(answers);
    const error = await failure(fetchImage({ resolver }, 'http://photos.test/'));
    expect(error.code).toBe('url-refused');
    expect(error.message).toBe(refusal);
    expect(error.details).toEqual({});
  });

  it('are tried at the next checked address when the first does not answer', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const { resolver } = answering(['::1', '127.0.0.1']);
    const call = { allow: [`photos.test:${server.port}`], resolver };
    expect(await fetchImage(call, `http://photos.test:${server.port}/`)).toHaveLength(IMAGE.length);
  });

  it('that nobody knows fail', async () => {
    const resolver = (): Promise<never> => Promise.reject(new Error('ENOTFOUND at 10.0.0.53'));
    const error = await failure(fetchImage({ resolver }, 'http://nobody.test/'));
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'name' } });
    expect(error.message).not.toContain('10.0.0.53');
  });

  it('of this machine are refused with the system’s own resolver', async () => {
    expect((await failure(fetchImage({}, 'http://localhost/'))).code).toBe('url-refused');
  });
});

describe('URLs that are refused before any look-up', () => {
  it.each([
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ws://example.com/',
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://:secret@example.com/',
    'http://example.com:22/',
    'http://example.com:443/',
    'https://example.com:80/',
    'https://example.com:8443/',
    'http://127.0.0.1/',
    'not a url',
    'http://',
    '',
  ])('%s', async (url) => {
    const resolver = (): Promise<never> => Promise.reject(new Error('The resolver was asked.'));
    const error = await failure(fetchImage({ resolver }, url));
    expect(error.code).toBe('url-refused');
    expect(error.message).toBe(refusal);
  });
});
