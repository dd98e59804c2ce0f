import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ImageServer {
  readonly port: number;
  readonly urlOf: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** Serves images on loopback like a foreign web server; unknown paths are a 404. */
export async function startImageServer(images: () => ReadonlyMap<string, Buffer>): Promise<ImageServer> {
  const server = createServer((request, response) => {
    const image = images().get((request.url ?? '').slice(1));
    if (image === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
