import { ERROR_CATALOGUE } from '../../../packages/server/src/errors.js';
import { freePort } from '@facet/test-support';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTemplate, startNginx, type Nginx } from '../shared/nginx.js';
import { ROOT } from '../shared/run-tool.js';

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: number;
}

let seen: Seen[] = [];
let breaks = 0;
let good: Server;
let goodAt: string;
let breaking: RawServer;
let nginx: Nginx;
let onlyBreaking: Nginx;
let onlyDead: Nginx;

const listen = async (server: Server | RawServer): Promise<number> => {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
};

beforeAll(async () => {
  good = createServer((request, response) => {
    let body = 0;
    request.on('data', (chunk: Buffer) => (body += chunk.length));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      response.end('{}');
    });
  });
  // Takes the call and is gone, as a server that is killed.
  breaking = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      breaks += 1;
      socket.destroy();
    });
  });
  goodAt = `127.0.0.1:${await listen(good)}`;
  const breakingAt = `127.0.0.1:${await listen(breaking)}`;
  const deadAt = `127.0.0.1:${await freePort()}`;
  nginx = await startNginx(await freePort(), [deadAt, goodAt]);
  onlyBreaking = await startNginx(await freePort(), [
    breakingAt,
    breakingAt.replace('127.0.0.1', 'localhost'),
  ]);
  onlyDead = await startNginx(await freePort(), [deadAt]);
});
afterAll(async () => {
  await Promise.all([nginx.stop(), onlyBreaking.stop(), onlyDead.stop()]);
  good.close();
  breaking.close();
});

const post = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/match_faces`, { method: 'POST', headers, body: 'body' });

/** What nginx responds with before it closes the connection. */
const rawResponse = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1');
    let heard = '';
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
    socket.once('error', reject).once('close', () => {
      resolve(heard);
    });
    socket.write(request);
  });

async function expectFailure(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ status: 'error', code, success: false, data: {} });
}

describe('nginx as the project configures it', () => {
  it('lets the header with the underscore through', async () => {
    seen = [];
    await post(nginx.url, { user_id: 'fct_one', 'x-user-id': 'fct_two' });
    expect(seen[0]?.headers).toMatchObject({ user_id: 'fct_one', 'x-user-id': 'fct_two' });
  });

  it('says what it sees of the caller, and not what it was told', async () => {
    seen = [];
    const lies = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=6.6.6.6',
    };
    await post(nginx.url, { ...lies, 'x-request-id': 'request-of-the-caller' });
    await post(nginx.url);
    expect(seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(nginx.url).host,
      host: new URL(nginx.url).host,
      'x-request-id': 'request-of-the-caller',
    });
    expect(seen[0]?.headers.forwarded).toBeUndefined();
    expect(seen[1]?.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('sends a call to the next server where one takes no connection', async () => {
    seen = [];
    for (let call = 0; call < 10; call += 1) expect((await post(nginx.url)).status).toBe(200);
    expect(seen).toHaveLength(10);
  });

  it('never sends a call a second time that a server has received', async () => {
    breaks = 0;
    const response = await post(onlyBreaking.url);
    expect(response.headers.get('retry-after')).toBeNull();
    await expectFailure(response, 502, ERROR_CATALOGUE.overloaded.number);
    expect(breaks).toBe(1);
  });

  it('asks callers to come again where no server has received the call', async () => {
    const response = await post(onlyDead.url);
    expect(response.headers.get('retry-after')).toBe('1');
    await expectFailure(response, 503, ERROR_CATALOGUE.overloaded.number);
  });

  it('rejects a body that the server would reject, and takes the largest that it takes', async () => {
    seen = [];
    const largest = 48 * 1024 * 1024;
    const send = (bytes: number): Promise<Response> =>
      fetch(`${nginx.url}/match_faces`, { method: 'POST', body: Buffer.alloc(bytes) });
    expect((await send(largest)).status).toBe(200);
    expect(seen[0]?.body).toBe(largest);
    // It hangs up on who goes on sending.
    const response = await send(largest + 1).catch(() => null);
    if (response !== null) await expectFailure(response, 413, ERROR_CATALOGUE['too-many-bytes'].number);
    expect(seen).toHaveLength(1);
  });

  it('rejects an address that is too long', async () => {
    seen = [];
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${nginx.url}/match_faces?img_1=${'a'.repeat(9000)}`, { method });
      await expectFailure(response, 414, ERROR_CATALOGUE['malformed-body'].number);
    }
    expect(seen).toEqual([]);
  });

  it.each([
    ['whose first line is not HTTP', 'HELLO\r\n\r\n'],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['with headers that are too large', `GET / HTTP/1.1\r\nhost: a\r\nx-large: ${'a'.repeat(9000)}\r\n\r\n`],
    ['of an unknown transfer encoding', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\n'],
    ['of another version of HTTP', 'GET / HTTP/3.0\r\nhost: a\r\n\r\n'],
  ])('rejects a request %s', async (_, request) => {
    const answer = await rawResponse(request);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^content-type: application\/json\r$/im);
    expect(answer).toMatch(/^x-request-id: [0-9a-f]{32}\r$/im);
    expect(answer).toContain(`"code":"${ERROR_CATALOGUE['malformed-body'].number}"`);
  });

  it('shows the metrics to nobody outside', async () => {
    await expectFailure(await fetch(`${nginx.url}/metrics`), 404, ERROR_CATALOGUE['not-found'].number);
  });
});

describe('slow uploads', () => {
  const LARGE = 48 * 1024 * 1024;
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
  });

  interface Upload {
    readonly heard: () => string;
  }

  /** Begins a body, and never ends it, from one of the many addresses of the loopback. */
  const begin = (from: string, headers: string, at: Nginx = nginx): Upload => {
    const { port } = new URL(at.url);
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from });
    let heard = '';
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
    socket.on('error', () => undefined);
    socket.write(`POST /match_faces HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n`);
    open.push(socket);
    return { heard: () => heard };
  };
  const rejected = (uploads: readonly Upload[]): number =>
    uploads.filter(({ heard }) => heard().includes('"5003"')).length;

  it.each([
    ['with a length', `content-length: ${LARGE}`],
    ['in chunks', 'transfer-encoding: chunked'],
  ])('%s are a few for an address and no more in all than the memory for them takes', async (_, headers) => {
    const alone = Array.from({ length: 22 }, () => begin('127.0.0.2', headers));
    await vi.waitFor(() => {
      expect(rejected(alone)).toBe(17);
    }, 20_000);
    const others = [3, 4, 5, 6, 7].flatMap((n) =>
      Array.from({ length: 5 }, () => begin(`127.0.0.${n}`, headers)),
    );
    // 20 in all: five of the first address, and fifteen of these.
    await vi.waitFor(() => {
      expect(rejected(others)).toBe(10);
    }, 20_000);
    expect(alone[21]?.heard()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1/is);
    // Ordinary calls go on, of that address too.
    seen = [];
    expect((await post(nginx.url)).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('of all addresses of one IPv6 network are a few, and those of another network are let in', async () => {
    const behind = 'set_real_ip_from 127.0.0.1; real_ip_header x-real-ip;';
    const proxied = await startNginx(await freePort(), [goodAt], behind);
    try {
      const chunked = (from: string): string => `x-real-ip: ${from}\r\ntransfer-encoding: chunked`;
      const uploads = Array.from({ length: 9 }, (_, n) =>
        begin('127.0.0.1', chunked(`2001:db8:1:2:${n + 1}::7`), proxied),
      );
      await vi.waitFor(() => {
        expect(rejected(uploads)).toBe(4);
      }, 20_000);
      // An empty body, which is complete.
      const complete = (from: string): Upload => begin('127.0.0.1', `${chunked(from)}\r\n\r\n0`, proxied);
      const [same, other] = [complete('2001:db8:1:2:ffff::7'), complete('2001:db8:1:3::7')];
      await vi.waitFor(() => {
        expect(same.heard()).toContain('"5003"');
        expect(other.heard()).toMatch(/^HTTP\/1\.1 200 /);
      }, 20_000);
    } finally {
      for (const socket of open.splice(0)) socket.destroy();
      await proxied.stop();
    }
  });

  it('that fit into the buffer are as many as an address may have requests', async () => {
    const uploads = Array.from({ length: 70 }, () => begin('127.0.0.2', 'content-length: 3999999'));
    await vi.waitFor(() => {
      expect(rejected(uploads)).toBe(6);
    }, 20_000);
    expect((await post(nginx.url)).status).toBe(200);
  });
});

describe('the template', () => {
  it('has only the two places to fill in, which the compose file fills', async () => {
    const compose = parse(readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8')) as {
      services: { nginx: { environment: Record<string, string> } };
    };
    const filled = await fillTemplate(compose.services.nginx.environment);
    expect(filled).not.toContain('${');
    expect(filled).toContain('server server:8080 resolve');
    expect(filled).toMatch(/^\s*underscores_in_headers on;$/m);
    expect(filled).toMatch(/^\s*proxy_next_upstream error timeout;$/m);
  });
});
