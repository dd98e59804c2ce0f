import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createImageFetcher } from '@facet/server/internals';
import { startNameServer, type NameServer } from '@facet/test-support';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCanary, type Canary } from './canary.js';

const PUBLIC = '93.184.215.14';
/** Stands for the public host: the operator has allowed it. */
const ALLOWED = '127.0.0.1';
/** The canary's address, at the same port. */
const FORBIDDEN = '127.0.0.2';

let canary: Canary;
let host: Server;
let port: number;
let names: NameServer | null = null;

beforeEach(async () => {
  host = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/again' }).end();
    else response.end('a photo');
  });
  await new Promise<void>((resolve) => host.listen(0, ALLOWED, resolve));
  ({ port } = host.address() as AddressInfo);
  canary = await startCanary(FORBIDDEN, port);
});

afterEach(async () => {
  names?.close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await canary.close();
});

/** Fetches by a name whose answers come from a real name server, in this order. */
async function fetchByName(
  path: string,
  allow: readonly string[],
  ...responses: string[][]
): Promise<string> {
  names = await startNameServer(...responses);
  const fetcher = createImageFetcher({
    maxBytes: 1000,
    deadlineMs: 20_000,
    allow,
    ports: [port],
    resolver: names.resolve,
  });
  const url = `http://photos.test:${port}${path}`;
  const bytes = await fetcher.fetch(url, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return Buffer.from(String(error.code));
    throw error;
  });
  return Buffer.from(bytes).toString();
}

describe('a name that leads elsewhere', () => {
  it('would reach the canary if that were allowed', async () => {
    expect(await fetchByName('/', [FORBIDDEN], [FORBIDDEN])).toBe('a secret');
    expect(canary.knocks()).toBe(1);
  });

  it('on the second question is asked once, and the checked address is the one that counts', async () => {
    expect(await fetchByName('/', [ALLOWED], [ALLOWED], [FORBIDDEN])).toBe('a photo');
    expect(names?.asked()).toBe(1);
    expect(canary.knocks()).toBe(0);
  });

  it('after a redirect to itself is checked again', async () => {
    expect(await fetchByName('/moved', [ALLOWED], [ALLOWED], [FORBIDDEN])).toBe('url-rejected');
    expect(names?.asked()).toBe(2);
    expect(canary.knocks()).toBe(0);
  });

  it.each([
    ['at once', [[FORBIDDEN]]],
    ['in one answer beside a public address', [[PUBLIC, FORBIDDEN]]],
    ['in one answer before a public address', [[FORBIDDEN, PUBLIC]]],
    ['in one answer beside an allowed address', [[ALLOWED, FORBIDDEN]]],
    ['to the metadata service', [['169.254.169.254']]],
    ['to nowhere', [['0.0.0.0']]],
  ])('%s is rejected', async (_, responses) => {
    expect(await fetchByName('/', [ALLOWED], ...responses)).toBe('url-rejected');
    expect(canary.knocks()).toBe(0);
  });
});
