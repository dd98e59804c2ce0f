import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failure, fetchFrom, fetchImage, IMAGE, useServers } from './fetching.test.fixture.js';
import { startServer } from './loopback-server.test.fixture.js';
import { selfSigned } from './self-signed.test.fixture.js';

const { serve, serveRaw } = useServers();

describe('an image that exists', () => {
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

  it('shares its memory with nothing else', async () => {
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

  it('fails if the server speaks plain HTTP', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const error = await failure(
      fetchImage({ allow: [`127.0.0.1:${server.port}`] }, `https://127.0.0.1:${server.port}/`),
    );
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'tls' } });
  });
});

describe('a server that responds badly', () => {
  it.each([400, 401, 404, 500, 503, 304, 300])('fails with the status %i', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end());
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      message: `The image URL responded with the HTTP status ${status}.`,
      details: { status },
    });
    await server.allClosed();
  });

  it('fails with the status of a redirect that leads nowhere', async () => {
    const server = await serve((_, response) => response.writeHead(302).end());
    expect(await failure(fetchFrom(server))).toMatchObject({ details: { status: 302 } });
  });

  it.each(['gzip', 'br', 'gzip, identity', 'zstd'])('rejects the content encoding %s', async (encoding) => {
    const server = await serve((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(gzipSync(Buffer.alloc(1_000_000)).subarray(0, 900));
    });
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'encoding' },
    });
  });

  it('accepts a response that says identity', async () => {
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
    expect(Buffer.from(await fetchFrom(server)).toString()).toBe('abcd');
  });
});
