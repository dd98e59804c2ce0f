import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { IMAGE, REJECTION, failure, fetchFrom, fetchImage, useServers } from './fetching.test.fixture.js';
import { selfSigned } from './self-signed.test.fixture.js';

const { serve } = useServers();

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

  it('in a circle fail', async () => {
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
  ])('to %s are rejected', async (location) => {
    const server = await serve(redirecting(() => location));
    const error = await failure(fetchFrom(server));
    expect(error.code).toBe('url-rejected');
    expect(error.message).toBe(REJECTION);
    expect(server.requests).toHaveLength(1);
  });

  it('to another port of an allowed host are rejected', async () => {
    const other = await serve((_, response) => response.end('secret'));
    const server = await serve(redirecting(() => `http://127.0.0.1:${other.port}/`));
    expect((await failure(fetchFrom(server))).code).toBe('url-rejected');
    expect(other.requests).toHaveLength(0);
  });

  it('to no valid address fail', async () => {
    const server = await serve(redirecting(() => 'http://[broken/'));
    expect(await failure(fetchFrom(server))).toMatchObject({
      code: 'url-failed',
      details: { reason: 'redirect' },
    });
  });

  it('send nothing from HTTPS on to HTTP', async () => {
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
  const answering = (
    ...responses: string[][]
  ): { resolver: () => Promise<string[]>; calls: () => number } => {
    let calls = 0;
    return {
      resolver: () => Promise.resolve(responses[Math.min(calls++, responses.length - 1)] ?? []),
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

  it('are checked again after a redirect to the same name', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const { resolver, calls } = answering(['127.0.0.1'], ['127.0.0.2']);
    const call = { allow: ['127.0.0.1'], ports: [server.port], resolver };
    expect((await failure(fetchImage(call, `http://photos.test:${server.port}/`))).message).toBe(REJECTION);
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
    ['a public answer and one that is no address', ['93.184.215.14', '0x7f.1']],
    ['no answer', []],
  ])('with %s are rejected', async (_, responses) => {
    const { resolver } = answering(responses);
    const error = await failure(fetchImage({ resolver }, 'http://photos.test/'));
    expect(error.code).toBe('url-rejected');
    expect(error.message).toBe(REJECTION);
    expect(error.details).toEqual({});
  });

  it('are tried at the next checked address when the first does not answer', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const { resolver } = answering(['::1', '127.0.0.1']);
    const call = { allow: [`photos.test:${server.port}`], resolver };
    expect(await fetchImage(call, `http://photos.test:${server.port}/`)).toHaveLength(IMAGE.length);
  });

  it('that are unknown fail', async () => {
    const resolver = (): Promise<never> => Promise.reject(new Error('ENOTFOUND at 10.0.0.53'));
    const error = await failure(fetchImage({ resolver }, 'http://nobody.test/'));
    expect(error).toMatchObject({ code: 'url-failed', details: { reason: 'name' } });
    expect(error.message).not.toContain('10.0.0.53');
  });

  it('of this machine are rejected with the system’s own resolver', async () => {
    expect((await failure(fetchImage({}, 'http://localhost/'))).code).toBe('url-rejected');
  });
});

describe('URLs that are rejected before any look-up', () => {
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
    expect(error.code).toBe('url-rejected');
    expect(error.message).toBe(REJECTION);
  });
});
