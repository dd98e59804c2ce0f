import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { IMAGE, failure, fetchFrom, fetchImage, useServers } from './fetching.test.fixture.js';

const { serve, serveRaw } = useServers();

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

  it('rejects a large declared length before any of it arrives', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1001 });
      response.flushHeaders();
    });
    expect((await failure(fetchFrom(server))).code).toBe('too-many-bytes');
    await server.allClosed();
  });

  it('stops a body that never ends', async () => {
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

describe('what is no part of the image', () => {
  const MEGABYTE = 1024 * 1024;
  const limits = { maxBytes: 20 * MEGABYTE, deadlineMs: 60_000 };

  /** Sends the beginning, and then one piece after the other for as long as somebody takes them. */
  const pouring =
    (start: string, piece: string) =>
    (socket: Socket): void => {
      const pieces = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
      const pour = (): void => {
        while (!socket.destroyed && socket.write(pieces));
      };
      socket.on('drain', pour);
      socket.write(start);
      pour();
    };
  const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  it.each([
    ['early hints', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'],
    ['interim responses without headers', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['one extension of a chunk', `${CHUNKED}1;a=`, 'x'],
    ['extensions of many chunks', CHUNKED, `1;a=${'x'.repeat(1000)}\r\nA\r\n`],
    ['chunks of one byte', CHUNKED, '1\r\nA\r\n'],
  ])('is limited by the bytes of the connection: %s', async (_, start, piece) => {
    const server = await serveRaw(pouring(start, piece));
    expect(await failure(fetchFrom(server, '/', limits))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'overhead' },
    });
    await server.allClosed();
  });

  it('does not affect an image in chunks of ordinary size', async () => {
    const server = await serve((_, response) => {
      for (let n = 0; n < 4096; n++) response.write(Buffer.alloc(512));
      response.end();
    });
    expect(await fetchFrom(server, '/', limits)).toHaveLength(2 * MEGABYTE);
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

  it('ends a resolver that never responds', async () => {
    const call = { ...soon, resolver: () => new Promise<never>(() => undefined) };
    expect(await failure(fetchImage(call, 'http://photos.test/'))).toMatchObject({
      details: { reason: 'timeout' },
    });
  });

  it('ends a TLS handshake that never responds', async () => {
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
