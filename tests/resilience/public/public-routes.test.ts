import { processFigures, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedRoutes } from '../access/documented-routes.js';
import { peakGrowth } from '../requests/memory-peak.js';
import { responsesIn, openRaw, type RawConnection } from '../shared/raw-connection.js';
import { startTarget } from '../shared/service.js';

const MEGABYTE = 1024 * 1024;

let service: StartedService;
/** Every path that anybody may request with GET. */
let paths: string[];

beforeAll(async () => {
  service = await startTarget();
  paths = await publicPaths(service.url);
});
afterAll(async () => {
  expect(service.log()).not.toMatch(/unexpected error|unexpected end/);
  expect(await service.stop()).toBe(0);
});

/** What the service documents, and what its pages load. */
async function publicPaths(url: string): Promise<string[]> {
  const documented = await documentedRoutes(url);
  const routes = documented.filter(({ method, schemes }) => method === 'GET' && schemes.length === 0);
  const pages = ['/'];
  const loaded = await Promise.all(
    pages.map(async (page) => {
      const html = await (await fetch(url + page)).text();
      const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, path = '']) => new URL(path, url + page),
      );
      return links.filter(({ protocol }) => protocol === 'http:').map(({ pathname }) => pathname);
    }),
  );
  const samples = [
    '/samples/3-crowd.jpg',
    '/samples/thumbs/3-crowd.jpg',
    '/docs/openapi.json',
    '/docs/openapi.yaml',
  ];
  return [...new Set([...routes.map(({ path }) => path), ...pages, ...loaded.flat(), ...samples])];
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;

/** One response may fit into the socket buffers; of three, most stays in the service. */
const REQUESTS = 3;

/** Sends the requests and reads only the beginning of the first answer. */
async function askWithoutReading(path: string): Promise<RawConnection> {
  const connection = await openRaw(service.url);
  const begun = new Promise<void>((resolve, reject) => {
    connection.socket.once('data', () => {
      connection.socket.pause();
      resolve();
    });
    connection.socket.once('close', () => {
      reject(new Error('The connection was closed.'));
    });
  });
  connection.write(get(path).repeat(REQUESTS));
  await begun;
  return connection;
}

describe('answers that nobody reads', () => {
  it('are not copied for each connection, whatever the path', async () => {
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const open: RawConnection[] = [];
      const growth = await peakGrowth(service.process.pid, async () => {
        for (let n = 0; n < 10; n++)
          open.push(...(await Promise.all(Array.from({ length: 20 }, () => askWithoutReading(path)))));
      });
      for (const { socket } of open) socket.destroy();
      // Copies of the largest were 740 MB.
      expect(growth, path).toBeLessThan(80 * MEGABYTE);
    }
  });
});

describe('a public route', () => {
  it('computes next to nothing for a hundred requests on one connection', async () => {
    for (const path of paths) {
      const before = await processFigures(service.process.pid);
      const connection = await openRaw(service.url);
      connection.write(get(path).repeat(94) + get(path, 'connection: close\r\n'));
      const responses = responsesIn(await connection.heard);
      expect(responses).toHaveLength(95);
      for (const { status } of responses) expect(status, path).toBe(200);
      const { cpuSeconds } = await processFigures(service.process.pid);
      // One of them took 12 s.
      expect(cpuSeconds - before.cpuSeconds, path).toBeLessThan(2);
    }
  });

  it.each([
    ['one cookie', `cookie: facet_session=${'x'.repeat(15_000)}`],
    ['many cookies', `cookie: ${'facet_session=a;'.repeat(900)}`],
    ['many headers', Array.from({ length: 1500 }, (_, n) => `x${n}: 1`).join('\r\n')],
    ['encodings', `accept-encoding: ${'br;q=0,'.repeat(1900)}`],
    ['tags', `if-none-match: ${'"a",'.repeat(3700)}`],
  ])('takes headers as large as they may be without much computing: %s', async (_, lines) => {
    for (const path of ['/', '/account/service', '/readyz']) {
      const before = await processFigures(service.process.pid);
      const connection = await openRaw(service.url);
      connection.write(get(path, `${lines}\r\n`).repeat(60) + get(path, 'connection: close\r\n'));
      const responses = responsesIn(await connection.heard);
      expect(responses).toHaveLength(61);
      const { cpuSeconds } = await processFigures(service.process.pid);
      expect(cpuSeconds - before.cpuSeconds, path).toBeLessThan(2);
    }
  });

  it('says nothing to other web sites unless the operator asks for it', async () => {
    for (const path of paths) {
      const { headers } = await fetch(service.url + path, { headers: { origin: 'https://evil.example' } });
      expect(headers.get('access-control-allow-origin'), path).toBe(null);
    }
  });
});
