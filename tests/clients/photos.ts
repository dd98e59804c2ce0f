import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Real photographs that come with a package which the tests use anyway: sample1.jpg to sample6.jpg. */
export const PHOTOS = fileURLToPath(
  new URL('../../node_modules/@vladmandic/face-api/demo/', import.meta.url),
);

export interface PhotoHost {
  readonly url: string;
  /** For FACET_URL_ALLOW: by default, the service loads nothing from loopback. */
  readonly address: string;
  readonly close: () => void;
}

/** Serves the photographs over HTTP. */
export async function hostPhotos(): Promise<PhotoHost> {
  const server = createServer((request, response) => {
    readFile(PHOTOS + basename(new URL(request.url ?? '', 'http://photos').pathname)).then(
      (photo) => response.setHeader('content-type', 'image/jpeg').end(photo),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${address}`,
    address,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
