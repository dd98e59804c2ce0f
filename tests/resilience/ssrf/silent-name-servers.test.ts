import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createImageFetcher, hostResolver, parseAllowList } from '@facet/server/internals';
import { afterEach, expect, it } from 'vitest';
import { startNameServer, startSilentNameServer } from '@facet/test-support';

/** As many fetches as one caller may have under way. */
const FETCHES = 16;

let host: Server | null = null;
const names: { close: () => void }[] = [];

afterEach(async () => {
  for (const server of names.splice(0)) server.close();
  host?.closeAllConnections();
  await new Promise<void>((resolve) => {
    if (host === null) resolve();
    else
      host.close(() => {
        resolve();
      });
  });
});

it('name servers that never answer delay nobody else', async () => {
  const silent = await startSilentNameServer();
  const answering = await startNameServer(['127.0.0.1']);
  names.push(silent, answering);
  host = createServer((_, response) => response.end('a photo'));
  await new Promise<void>((resolve) => host?.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;

  const allow = ['127.0.0.1'];
  const fetcher = (at: string) =>
    createImageFetcher({
      maxBytes: 1000,
      deadlineMs: 20_000,
      allow,
      ports: [port],
      resolver: hostResolver({ allow: parseAllowList(allow), servers: [at] }),
    });
  const gone = new AbortController();
  const slow = Array.from({ length: FETCHES }, (_, n) =>
    fetcher(silent.at).fetch(`http://photo-${n}.silent.test:${port}/`, gone.signal),
  );
  const outcomes = Promise.allSettled(slow);
  // All of them wait for their name server.
  await expect.poll(silent.asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(FETCHES);

  const bytes = await fetcher(answering.at).fetch(
    `http://photos.test:${port}/`,
    new AbortController().signal,
  );
  expect(Buffer.from(bytes).toString()).toBe('a photo');
  // The threads of the process, which connections to the database need too, are free.
  expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) as string });

  gone.abort(new Error('The caller hung up.'));
  for (const { status } of await outcomes) expect(status).toBe('rejected');
});

it('a name that only this machine knows is found if the operator has allowed its network', async () => {
  const answering = await startNameServer([]);
  names.push(answering);
  const resolve = (...allow: string[]) =>
    hostResolver({
      allow: parseAllowList(allow),
      servers: [answering.at],
      systemLookup: () => Promise.resolve(['10.0.0.1']),
    })('photos.intern', new AbortController().signal);
  expect(await resolve('10.0.0.0/8')).toEqual(['10.0.0.1']);
  await expect(resolve()).rejects.toMatchObject({ code: 'ENODATA' });
});
