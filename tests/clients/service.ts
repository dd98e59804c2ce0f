import { startService } from '@facet/test-support';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostPhotos } from './photos.js';

export interface ServiceWithPhotos {
  /** Where clients reach the service: behind a proxy as many have it. */
  readonly url: string;
  /** Where the service can load the photographs from. */
  readonly photosUrl: string;
  readonly stop: () => Promise<void>;
}

/** The real service behind a proxy, and a host of photographs that it may load. */
export async function startWithPhotos(apiKey: string): Promise<ServiceWithPhotos> {
  const photos = await hostPhotos();
  const env = { FACET_WORKERS: '1', FACET_URL_ALLOW: photos.address, FACET_COLLECTIONS: '1' };
  const service = await startService({ apiKey, env });
  const proxy = await startProxy(service.url);
  return {
    url: proxy.url,
    photosUrl: photos.url,
    stop: async () => {
      proxy.close();
      await service.stop();
      photos.close();
    },
  };
}

/** Drops header names with an underscore, as nginx does by default (tests/cluster/spread.test.ts shows it). */
async function startProxy(target: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const proxy = createServer((incoming, response) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.includes('_')),
    );
    const outgoing = forward(`${target}${incoming.url ?? ''}`, { method: incoming.method, headers });
    outgoing.once('error', () => response.destroy());
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
