import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { photoPath } from './operations.js';

export interface PhotoHost {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Another host with the sample photos at /1.jpg and so on, for image URLs. */
export async function startPhotoHost(): Promise<PhotoHost> {
  const server = createServer((request, response) => {
    const n = Number(/^\/(\d)\.jpg$/.exec(request.url ?? '')?.[1]);
    readFile(photoPath(n)).then(
      (bytes) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
